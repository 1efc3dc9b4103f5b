import { Field, ObjectType } from 'type-graphql';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { registerEnum } from '../api/register-enum';
import { Campaign } from './campaign.entity';

export enum FormFieldType {
  text = 'text',
  email = 'email',
  tel = 'tel',
  textarea = 'textarea',
  select = 'select',
}
registerEnum(FormFieldType, 'FormFieldType', 'The kind of input of a form field.', {
  text: 'A single line of text.',
  email: 'An email address.',
  tel: 'A phone number.',
  textarea: 'Several lines of text.',
  select: 'A choice from `options`.',
});

@ObjectType({ simpleResolvers: true, description: 'A field of a campaign’s form.' })
@Entity('form_fields')
export class FormField {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @Field(() => String, { description: 'The field’s key in a lead’s `formData`, unique within the form.' })
  @PrimaryColumn('text')
  id!: string;

  @ManyToOne(() => Campaign, (campaign) => campaign.formFields, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  /** The field's position in the form, from 0. */
  @Column('integer')
  position!: number;

  @Field(() => FormFieldType, { description: 'The kind of input.' })
  @Column('enum', { enum: FormFieldType, enumName: 'form_field_type' })
  type!: FormFieldType;

  @Field(() => String, { description: 'The label that visitors see.' })
  @Column('text')
  label!: string;

  @Field(() => String, { description: 'The text shown while the field is empty.' })
  @Column('text')
  placeholder!: string;

  @Field(() => Boolean, { description: 'Whether visitors must fill in the field.' })
  @Column('boolean', { default: true })
  required!: boolean;

  @Field(() => [String], { description: 'The choices of a `select` field; empty for other types.' })
  @Column('text', { array: true, default: '{}' })
  options!: string[];
}
