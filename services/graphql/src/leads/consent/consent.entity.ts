import { Field, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { publishEnum } from '../../api/publish-enum';
import { Lead } from '../lead.entity';

export enum ConsentVia {
  page = 'page',
  api = 'api',
}
publishEnum(ConsentVia, 'ConsentVia', 'Where a lead agreed.', {
  page: 'On the landing page, which showed the wording.',
  api: 'Through the API: it counts as made under the wording that the campaign had.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'What a lead agreed to when it left its phone number. Without it no text goes.',
})
@Entity('consents')
export class Consent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_consents' })
  leadId!: string;

  @OneToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id', foreignKeyConstraintName: 'FK_consents_lead' })
  lead!: Relation<Lead>;

  @Field(() => String, { description: 'The disclosure, as it was read.' })
  @Column('text')
  wording!: string;

  @Field(() => ConsentVia, { description: 'Where it agreed.' })
  @Column('text')
  via!: ConsentVia;

  @Field(() => String, { description: 'The version of the page: it changes with the wording and with the form.' })
  @Column('text')
  pageVersion!: string;

  @Field(() => String, { description: 'The network address that the form came from.' })
  @Column('text')
  address!: string;

  @Field(() => String, { description: 'What sent the form, as it names itself; blank where it did not.' })
  @Column('text')
  userAgent!: string;

  @Field(() => Date, { description: 'When.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
