import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';

/** The number of a campaign's sent messages or spam submissions. Triggers on `sms_messages` and `spam_leads` maintain it. */
@Entity('campaign_counts')
@Index('campaign_counts_client_id_idx', ['clientId'])
export class CampaignCount {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  @PrimaryColumn('text')
  kind!: 'sent_messages' | 'spam';

  @Column('uuid')
  clientId!: string;

  @Column('integer')
  count!: number;
}
