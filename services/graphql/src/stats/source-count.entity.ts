import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';

/** How many views, or leads that are not held, a campaign had of one source on one day. Triggers on `views` and `leads` keep it. */
@Entity('source_counts')
export class SourceCount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_source_counts' })
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'FK_source_counts_campaign' })
  campaign!: Relation<Campaign>;

  /** In UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'PK_source_counts' })
  day!: string;

  /** `direct` where there was none. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'PK_source_counts' })
  source!: string;

  /** Rows of their own, so that counting views waits for no lead. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'PK_source_counts' })
  kind!: 'views' | 'leads';

  @Column('integer')
  n!: number;
}
