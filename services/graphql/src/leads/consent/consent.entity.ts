import { Field, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { registerEnum } from '../../api/register-enum';
import { Lead } from '../lead.entity';

export enum ConsentVia {
  page = 'page',
  api = 'api',
}
registerEnum(ConsentVia, 'ConsentVia', 'How consent was given.', {
  page: 'On the landing page, which showed the disclosure.',
  api: 'Through the API. The campaign’s disclosure at that time applies.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'A lead’s consent to receive text messages. Leads without consent receive none.',
})
@Entity('consents')
export class Consent {
  @PrimaryColumn('uuid')
  leadId!: string;

  @OneToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @Field(() => String, { description: 'The disclosure that the lead agreed to.' })
  @Column('text')
  disclosure!: string;

  @Field(() => ConsentVia, { description: 'How consent was given.' })
  @Column('text')
  via!: ConsentVia;

  @Field(() => String, { description: 'The version of the landing page. It changes with the disclosure and the form.' })
  @Column('text')
  pageVersion!: string;

  @Field(() => String, { description: 'The IP address of the submission.' })
  @Column('text')
  ipAddress!: string;

  @Field(() => String, { description: 'The User-Agent header of the submission, or an empty string.' })
  @Column('text')
  userAgent!: string;

  @Field(() => Date, { description: 'When consent was given.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
