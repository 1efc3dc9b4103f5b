import { DEFAULT_DISCLOSURE } from '@dripline/contract/rules/disclosure';
import {
  BRAND_COLOR,
  DEFAULT_SUBMIT_BUTTON_TEXT,
  FORM_IMAGE_SIZE,
  LOGO_SIZE,
  MAX_FAQ_ITEMS,
  MAX_TESTIMONIALS,
} from '@dripline/contract/limits';
import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { Client } from '../clients/client.entity';
import { Version } from '../api/versions';
import { registerEnum } from '../api/register-enum';
import { FormField } from './form-field.entity';
import { FaqItem, Testimonial } from './page-items.types';

/** The page version of a campaign that has not been saved. */
const FIRST_PAGE_VERSION = 'first';

export enum CampaignStatus {
  active = 'active',
  inactive = 'inactive',
}
registerEnum(CampaignStatus, 'CampaignStatus', 'Whether a campaign’s landing page is published.', {
  active: 'The landing page is published.',
  inactive: 'The landing page answers 404. Follow-ups continue.',
});

export enum PostSubmissionType {
  message = 'message',
  redirect = 'redirect',
}
registerEnum(PostSubmissionType, 'PostSubmissionType', 'What a visitor sees after submitting the form.', {
  message: 'The thank-you message.',
  redirect: 'The page at `redirectUrl`.',
});

export enum CampaignLayout {
  split = 'split',
  centered = 'centered',
  picture = 'picture',
}
registerEnum(CampaignLayout, 'CampaignLayout', 'How a landing page is laid out.', {
  split: 'The offer, with the form beside it.',
  centered: 'The offer on a colored band, with the form below it.',
  picture: 'The offer and the form on a picture that fills the screen.',
});

export enum CampaignLanguage {
  en = 'en',
  es = 'es',
  fr = 'fr',
  de = 'de',
  pt = 'pt',
}
registerEnum(CampaignLanguage, 'CampaignLanguage', 'The language of a landing page and of its messages.', {
  en: 'English.',
  es: 'Spanish.',
  fr: 'French.',
  de: 'German.',
  pt: 'Portuguese.',
});

@ObjectType({ simpleResolvers: true, description: 'A landing page with a form that captures leads.' })
@Entity('campaigns')
@Index('campaigns_client_slug_key', ['clientId', 'slug'], { unique: true })
@Index('campaigns_translation_of_id_idx', ['translationOfId'], { where: 'translation_of_id IS NOT NULL' })
@Index('campaigns_logo_image_url_idx', { synchronize: false })
@Index('campaigns_background_image_url_idx', { synchronize: false })
@Index('campaigns_form_image_url_idx', { synchronize: false })
@Index('campaigns_form_video_url_idx', { synchronize: false })
@Index('campaigns_deleting_idx', ['id'], { where: 'deleting' })
@Index('campaigns_client_id_idx', ['clientId', 'createdAt', 'id'])
export class Campaign {
  @Field(() => ID, { description: 'The ID of the campaign.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client that owns the campaign.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'The campaign’s name in the dashboard.' })
  @Column('text')
  name!: string;

  @Field(() => String, {
    description:
      'The campaign’s part of the landing page URL: lowercase letters, digits and hyphens. Unique within the client.',
  })
  @Column('text')
  slug!: string;

  @Field(() => CampaignStatus, { description: 'Whether the landing page is published.' })
  @Column('enum', { enum: CampaignStatus, enumName: 'campaign_status', default: CampaignStatus.active })
  status!: CampaignStatus;

  @Field(() => Date, {
    nullable: true,
    description: 'When the campaign was archived. An archived campaign is inactive and keeps its leads and sequences.',
  })
  @Column('timestamptz', { nullable: true })
  archivedAt!: Date | null;

  @Field(() => CampaignLanguage, {
    description: 'The language of the landing page’s own texts and of what is added to messages.',
  })
  @Column('enum', { enum: CampaignLanguage, enumName: 'campaign_language', default: CampaignLanguage.en })
  language!: CampaignLanguage;

  @Field(() => ID, {
    nullable: true,
    description: 'The campaign of the same client that this one is a translation of. Their pages link to each other.',
  })
  @Column('uuid', { nullable: true })
  translationOfId!: string | null;

  @Field(() => CampaignLayout, { description: 'How the landing page is laid out.' })
  @Column('enum', { enum: CampaignLayout, enumName: 'campaign_layout', default: CampaignLayout.split })
  layout!: CampaignLayout;

  @Field(() => String, {
    description:
      'The color of the landing page’s button and accents, as `#rrggbb`. Pages darken it where text would be hard to read.',
  })
  @Column('text', { default: BRAND_COLOR })
  brandColor!: string;

  @Field(() => String, { description: 'The landing page’s headline.' })
  @Column('text', { default: '' })
  headline!: string;

  @Field(() => String, {
    description: 'The text below the headline. Lines that start with `- ` are shown as a list of benefits.',
  })
  @Column('text', { default: '' })
  subheadline!: string;

  @Field(() => String, { nullable: true, description: 'The URL or object path of the logo.' })
  @Column('text', { nullable: true })
  logoImageUrl!: string | null;

  @Field(() => Int, { description: 'The height of the logo in pixels, 32 to 200.' })
  @Column('integer', { default: LOGO_SIZE.default })
  logoSize!: number;

  @Field(() => String, { nullable: true, description: 'The URL or object path of the background image.' })
  @Column('text', { nullable: true })
  backgroundImageUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'The URL or object path of the image beside the form.' })
  @Column('text', { nullable: true })
  formImageUrl!: string | null;

  @Field(() => Int, { description: 'The height of the form image in pixels, 80 to 300.' })
  @Column('integer', { default: FORM_IMAGE_SIZE.default })
  formImageSize!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The URL or object path of a video that is shown instead of the form image.',
  })
  @Column('text', { nullable: true })
  formVideoUrl!: string | null;

  @Field(() => String, { description: 'The title above the form, or a blank string for none.' })
  @Column('text', { default: '' })
  formTitle!: string;

  @Field(() => String, { description: 'The label of the submit button.' })
  @Column('text', { default: DEFAULT_SUBMIT_BUTTON_TEXT })
  submitButtonText!: string;

  @Field(() => String, {
    description:
      'What a visitor agrees to by submitting a phone number, shown next to the submit button. `{{businessName}}` is replaced by the business name.',
  })
  @Column('text', { default: DEFAULT_DISCLOSURE })
  disclosure!: string;

  @Field(() => String, {
    description:
      'The label of a checkbox that asks whether ad networks may receive conversions of the lead, or a blank string to ask nothing.',
  })
  @Column('text', { default: '' })
  adConsentText!: string;

  @Field(() => String, { description: 'The phone number that visitors can call, as shown, or a blank string.' })
  @Column('text', { default: '' })
  contactPhone!: string;

  @Field(() => String, { description: 'The address of the business, which links to a map, or a blank string.' })
  @Column('text', { default: '' })
  contactAddress!: string;

  @Extensions({ maxItems: MAX_TESTIMONIALS })
  @Field(() => [Testimonial], { description: 'What customers say about the business, in order. At most six.' })
  @Column('jsonb', { default: [] })
  testimonials!: Testimonial[];

  @Extensions({ maxItems: MAX_FAQ_ITEMS })
  @Field(() => [FaqItem], { description: 'Frequently asked questions, in order. At most twelve.' })
  @Column('jsonb', { default: [] })
  faq!: FaqItem[];

  /** A hash of the disclosure and the form, so that a lead's consent can name the page version it was given on. */
  @Column('text', { default: FIRST_PAGE_VERSION })
  pageVersion!: string;

  @Field(() => PostSubmissionType, {
    description: 'Whether a visitor sees a message or is redirected after submitting the form.',
  })
  @Column('enum', { enum: PostSubmissionType, enumName: 'post_submission_type', default: PostSubmissionType.message })
  postSubmissionType!: PostSubmissionType;

  @Field(() => String, {
    nullable: true,
    description: 'The https URL that a visitor is redirected to. Required when `postSubmissionType` is `redirect`.',
  })
  @Column('text', { nullable: true })
  redirectUrl!: string | null;

  @Field(() => String, { description: 'The thank-you message.' })
  @Column('text', { default: '' })
  thankYouMessage!: string;

  @OneToMany(() => FormField, (field) => field.campaign)
  formFields!: Relation<FormField>[];

  /** Whether it is being deleted. Row-level security hides it from everything but the deletion. */
  @Column('boolean', { default: false })
  deleting!: boolean;

  @Field(() => Date, { description: 'When the campaign was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the campaign was last updated.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}
