import { Field, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { registerEnum } from '../../api/register-enum';
import { Lead } from '../lead.entity';

export enum ConsentVia {
  page = 'page',
  api = 'api',
  manual = 'manual',
}
registerEnum(ConsentVia, 'ConsentVia', 'How consent was given.', {
  page: 'On the landing page, which showed the disclosure.',
  api: 'Through the API. The campaign’s disclosure at that time applies.',
  manual: 'Otherwise. A signed-in account recorded how.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'A phone number’s consent to receive a client’s text messages. Numbers without consent receive none.',
})
@Entity('consents')
@Index('consents_lead_id_idx', ['leadId'])
@Index('consents_number_idx', ['phoneE164', 'clientId'])
export class Consent {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @Field(() => String, {
    nullable: true,
    description: 'The number that agreed, in E.164 format. Null if the submission had no valid number.',
  })
  @Column('text', { nullable: true })
  phoneE164!: string | null;

  @Field(() => String, {
    description: 'The disclosure that the person agreed to. For `manual`, how consent was obtained.',
  })
  @Column('text')
  disclosure!: string;

  @Field(() => ConsentVia, { description: 'How consent was given.' })
  @Column('text')
  via!: ConsentVia;

  @Field(() => String, {
    description: 'The landing page: the client’s handle and the campaign’s slug. Empty for `manual`.',
  })
  @Column('text', { default: '' })
  page!: string;

  @Field(() => String, { description: 'The version of the landing page. It changes with the disclosure and the form.' })
  @Column('text', { default: '' })
  pageVersion!: string;

  @Field(() => String, { description: 'The IP address of the submission.' })
  @Column('text')
  ipAddress!: string;

  @Field(() => String, { description: 'The User-Agent header of the submission, or an empty string.' })
  @Column('text')
  userAgent!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The account that recorded the consent. Set for `manual` only.',
  })
  @Column('text', { nullable: true })
  recordedBy!: string | null;

  @Field(() => Date, { description: 'When consent was given, or for `manual` when it was recorded.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
