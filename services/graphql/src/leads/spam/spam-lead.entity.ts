import { Field, ID, ObjectType } from 'type-graphql';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Campaign } from '../../campaigns/campaign.entity';
import { Client } from '../../clients/client.entity';
import { publishEnum } from '../../api/publish-enum';
import type { GivenConsent } from '../consent/find-consent';
import { Submission } from '../submission';

export enum SpamReason {
  trap = 'trap',
  too_fast = 'too_fast',
  forged = 'forged',
  flood = 'flood',
}
publishEnum(SpamReason, 'SpamReason', 'Why a submission looks like a robot’s.', {
  trap: 'It filled in the field that people do not see.',
  too_fast: 'It came sooner after its page was shown than people type.',
  forged: 'It claims to come from a page that we did not make.',
  flood: 'Very many came to the campaign within a minute, and this one not from a page of ours.',
});

/** Kept apart from leads, so that no count, list, limit or text can meet one by mistake. */
@ObjectType({
  simpleResolvers: true,
  description: 'A submission that looks like a robot’s: no lead until somebody says that it is one.',
})
@Entity('spam_leads')
@Index('spam_leads_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('spam_leads_campaign_id_idx', ['campaignId', 'createdAt', 'id'])
@Index('spam_leads_idempotency_key', ['campaignId', 'idempotencyKey'], { unique: true })
export class SpamLead extends Submission {
  @Field(() => ID, { description: 'Its id, and that of the lead which it becomes where it is restored.' })
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'PK_spam_leads' })
  id!: string;

  @Field(() => ID, { description: 'The client it was sent to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_spam_leads_client' })
  client!: Relation<Client>;

  @Field(() => ID, { description: 'The campaign it came through.' })
  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'FK_spam_leads_campaign' })
  campaign!: Relation<Campaign>;

  @Field(() => SpamReason, { description: 'Why it looks like a robot’s.' })
  @Column('text')
  reason!: SpamReason;

  /** What the visitor, if there was one, agreed to. */
  @Column('json', { nullable: true })
  consent!: GivenConsent | null;
}
