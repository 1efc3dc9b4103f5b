import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { MaxLength } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { registerEnum } from '../../api/register-enum';
import { Campaign } from '../../campaigns/campaign.entity';
import { Client } from '../../clients/client.entity';

export enum ImportTarget {
  answer = 'answer',
  extra = 'extra',
  status = 'status',
  tags = 'tags',
  source = 'source',
  consent = 'consent',
  ignored = 'ignored',
}
registerEnum(ImportTarget, 'ImportTarget', 'What a column of an imported file contains.', {
  answer: 'Answers to the question `fieldId` of the campaign’s form. They must be well-formed, but none is required.',
  extra: 'Values that are stored with the lead under the name of the column.',
  status: 'The status of the lead. Without one, it is new.',
  tags: 'Tags, separated by commas or semicolons.',
  source: 'The source. Without one, it is the name of the file.',
  consent: 'Whether the person agreed to text messages: yes, y, true, 1 or x; or no, n, false, 0 or nothing.',
  ignored: 'Nothing that is imported.',
});

@ObjectType('ImportColumn', { simpleResolvers: true, description: 'A column of an imported file.' })
@InputType('ImportColumnInput', { description: 'A column of an imported file.' })
export class ImportColumn {
  @Field(() => String, { description: `The name of the column, at most ${MAX_NAME_LENGTH} characters.` })
  @MaxLength(MAX_NAME_LENGTH)
  name!: string;

  @Field(() => ImportTarget, { description: 'What the column contains. All but `extra` and `ignored` occur once.' })
  target!: ImportTarget;

  @Field(() => String, { nullable: true, description: 'The ID of the question. Set for `answer` only.' })
  fieldId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'Rows that cannot be imported for the same reason.' })
export class ImportProblem {
  @Field(() => String, { description: 'Why they cannot be imported.' })
  problem!: string;

  @Field(() => Int, { description: 'The number of rows.' })
  rows!: number;

  @Field(() => Int, { description: 'The first of them. The column names are row 1.' })
  firstRow!: number;
}

/**
 * A file of leads for a campaign, whose rows are added in parts and checked. A job then imports those without a problem.
 * It is deleted after two days, because rejected rows contain personal data.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'A file of leads, whose rows are checked before they are imported. It is deleted after two days.',
})
@Entity('lead_imports')
@Index('lead_imports_client_id_idx', ['clientId'])
@Index('lead_imports_campaign_id_idx', ['campaignId'])
export class LeadImport {
  @Field(() => ID, { description: 'The ID of the import.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the campaign that gets the leads.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => String, { description: 'The name of the file.' })
  @Column('text')
  fileName!: string;

  @Field(() => [ImportColumn], { description: 'The columns of the file, in order.' })
  @Column('jsonb')
  columns!: ImportColumn[];

  @Field(() => String, {
    nullable: true,
    description: 'Where and when the people agreed to text messages. Null if no column says who did.',
  })
  @Column('text', { nullable: true })
  howObtained!: string | null;

  @Field(() => Int, { description: 'The number of rows that were added.' })
  @Column('integer', { default: 0 })
  rows!: number;

  /** The size of the rows that were added, as JSON in UTF-8. */
  @Column('integer', { default: 0 })
  bytes!: number;

  @Field(() => Int, { description: 'The number of rows that can be imported.' })
  @Column('integer', { default: 0 })
  ready!: number;

  @Field(() => Int, { description: 'The number of rows that can be imported and consent to text messages.' })
  @Column('integer', { default: 0 })
  consenting!: number;

  @Field(() => [ImportProblem], { description: 'The rows that cannot be imported, by reason.' })
  @Column('jsonb', { default: [] })
  problems!: ImportProblem[];

  /** The IP address and User-Agent header of the request that created the import, for the consents. */
  @Column('text')
  ipAddress!: string;

  @Column('text')
  userAgent!: string;

  /** The account, which the consents name as their recorder. */
  @Column('text')
  createdBy!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the import of the rows was started.' })
  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;
}
