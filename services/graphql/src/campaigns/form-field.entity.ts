import { Field, ObjectType } from 'type-graphql';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { publishEnum } from '../api/publish-enum';
import { Campaign } from './campaign.entity';

export enum FormFieldType {
  text = 'text',
  email = 'email',
  tel = 'tel',
  textarea = 'textarea',
  select = 'select',
}
publishEnum(FormFieldType, 'FormFieldType', 'The control that a form field is shown as.', {
  text: 'One line of text.',
  email: 'An email address.',
  tel: 'A phone number.',
  textarea: 'Several lines of text.',
  select: 'One of the options.',
});

@ObjectType({ simpleResolvers: true, description: 'One field of a campaign’s form.' })
@Entity('form_fields')
export class FormField {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @Field(() => String, { description: 'Key of its value in a lead’s formData; unique within the form.' })
  @PrimaryColumn('text')
  id!: string;

  @ManyToOne(() => Campaign, (campaign) => campaign.formFields, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  /** Its place in the form, from 0. */
  @Column('integer')
  position!: number;

  @Field(() => FormFieldType, { description: 'The control.' })
  @Column('enum', { enum: FormFieldType, enumName: 'form_field_type' })
  type!: FormFieldType;

  @Field(() => String, { description: 'What the visitor reads beside it.' })
  @Column('text')
  label!: string;

  @Field(() => String, { description: 'What stands in it while it is empty.' })
  @Column('text')
  placeholder!: string;

  @Field(() => Boolean, { description: 'Whether the form needs it.' })
  @Column('boolean', { default: true })
  required!: boolean;

  @Field(() => [String], { description: 'What a select offers; empty for the others.' })
  @Column('text', { array: true, default: '{}' })
  options!: string[];
}
