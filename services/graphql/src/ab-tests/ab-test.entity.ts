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
} from 'typeorm';
import { registerEnum } from '../api/register-enum';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { AbTestVariant } from './ab-test-variant.entity';

export enum AbTestGoal {
  leads = 'leads',
  qualified_leads = 'qualified_leads',
}
registerEnum(AbTestGoal, 'AbTestGoal', 'What the variants of an A/B test are judged by.', {
  leads: 'The share of views that became leads.',
  qualified_leads: 'The share of views that became qualified or converted leads.',
});

@ObjectType({
  simpleResolvers: true,
  description:
    'A comparison of variants of a landing page. A visitor sees the same one each time. The test is complete once every variant has its planned views; visitors then see the campaign’s own page until a user ends the test.',
})
@Entity('ab_tests')
@Index('ab_tests_campaign_id_idx', ['campaignId', 'createdAt', 'id'])
@Index('ab_tests_running_key', ['campaignId'], { unique: true, where: 'ended_at IS NULL' })
@Index('ab_tests_client_id_idx', ['clientId'])
export class AbTest {
  @Field(() => ID, { description: 'The ID of the test.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The ID of the campaign.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  campaign!: Relation<Campaign>;

  @Field(() => AbTestGoal, { description: 'What the variants are judged by.' })
  @Column('text')
  goal!: AbTestGoal;

  @Field(() => Int, { description: 'The views that each variant gets, decided when the test starts.' })
  @Column('integer')
  viewsPerVariant!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the variant that the campaign kept. Null until the test ends.',
  })
  @Column('uuid', { nullable: true })
  keptVariantId!: string | null;

  @OneToMany(() => AbTestVariant, (variant) => variant.test)
  variants!: Relation<AbTestVariant>[];

  @Field(() => Date, { description: 'When the test was started.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the test was ended. Null until the test ends.' })
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
