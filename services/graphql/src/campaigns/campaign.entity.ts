import { DEFAULT_DISCLOSURE } from '@dripline/contract/rules/disclosure';
import { DEFAULT_SUBMIT_BUTTON_TEXT, FORM_IMAGE_SIZE, LOGO_SIZE } from '@dripline/contract/limits';
import { Field, ID, Int, ObjectType } from 'type-graphql';
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
import { publishEnum } from '../api/publish-enum';
import { FormField } from './form-field.entity';

/** Until it is first saved. */
const FIRST_PAGE_VERSION = 'first';

export enum CampaignStatus {
  active = 'active',
  inactive = 'inactive',
}
publishEnum(CampaignStatus, 'CampaignStatus', 'Whether the landing page is shown.', {
  active: 'Its landing page is shown.',
  inactive: 'Its landing page is not found.',
});

export enum PostSubmissionType {
  message = 'message',
  redirect = 'redirect',
}
publishEnum(PostSubmissionType, 'PostSubmissionType', 'What a visitor sees after the form.', {
  message: 'The thank-you text.',
  redirect: 'Another page.',
});

@ObjectType({ simpleResolvers: true, description: 'A landing page with its form.' })
@Entity('campaigns')
@Index('campaigns_client_slug_key', ['clientId', 'slug'], { unique: true })
export class Campaign {
  @Field(() => ID, { description: 'The campaign’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The client it belongs to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'Its name in the dashboard.' })
  @Column('text')
  name!: string;

  @Field(() => String, {
    description: 'Its part of the landing page’s address: lowercase letters, digits and hyphens.',
  })
  @Column('text')
  slug!: string;

  @Field(() => CampaignStatus, { description: 'Whether its landing page is shown.' })
  @Column('enum', { enum: CampaignStatus, enumName: 'campaign_status', default: CampaignStatus.active })
  status!: CampaignStatus;

  @Field(() => String, { description: 'The large line of the page.' })
  @Column('text', { default: '' })
  headline!: string;

  @Field(() => String, { description: 'The text under it.' })
  @Column('text', { default: '' })
  subheadline!: string;

  @Field(() => String, { nullable: true, description: 'Address of the logo.' })
  @Column('text', { nullable: true })
  logoImageUrl!: string | null;

  @Field(() => Int, { description: 'Height of the logo in px, 32 to 200.' })
  @Column('integer', { default: LOGO_SIZE.default })
  logoSize!: number;

  @Field(() => String, { nullable: true, description: 'Address of the image behind the page.' })
  @Column('text', { nullable: true })
  backgroundImageUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the image beside the form.' })
  @Column('text', { nullable: true })
  formImageUrl!: string | null;

  @Field(() => Int, { description: 'Height of that image in px, 80 to 300.' })
  @Column('integer', { default: FORM_IMAGE_SIZE.default })
  formImageSize!: number;

  @Field(() => String, { nullable: true, description: 'Address of the video shown in its place.' })
  @Column('text', { nullable: true })
  formVideoUrl!: string | null;

  @Field(() => String, { description: 'The text of the form’s button.' })
  @Column('text', { default: DEFAULT_SUBMIT_BUTTON_TEXT })
  submitButtonText!: string;

  @Field(() => String, {
    description:
      'What a visitor who leaves a phone number agrees to, with {{businessName}} filled in; shown at the button.',
  })
  @Column('text', { default: DEFAULT_DISCLOSURE })
  disclosure!: string;

  /** Changes with the disclosure and with the form, so that a lead can say which page it agreed to. */
  @Column('text', { default: FIRST_PAGE_VERSION })
  pageVersion!: string;

  @Field(() => PostSubmissionType, { description: 'Whether a thank-you text follows the form, or another page.' })
  @Column('enum', { enum: PostSubmissionType, enumName: 'post_submission_type', default: PostSubmissionType.message })
  postSubmissionType!: PostSubmissionType;

  @Field(() => String, {
    nullable: true,
    description: 'The https address a visitor is sent to, where the type is redirect.',
  })
  @Column('text', { nullable: true })
  redirectUrl!: string | null;

  @Field(() => String, { description: 'The thank-you text.' })
  @Column('text', { default: '' })
  thankYouMessage!: string;

  @OneToMany(() => FormField, (field) => field.campaign)
  formFields!: Relation<FormField>[];

  @Field(() => Date, { description: 'When it was made.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When it was last saved.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
