import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';

/**
 * The number of views, or of leads that are not held, of a campaign by source and day. Triggers on `views` and `leads`
 * maintain it. At most 100 sources a day and 1,000 in all are counted by name; further ones are counted as `others`.
 */
@Entity('source_counts')
export class SourceCount {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  /** The day in the client's time zone at the time of counting, or `-infinity` for the total of all days. */
  @PrimaryColumn('date')
  day!: string;

  /** The source, or `direct` if the URL had none. */
  @PrimaryColumn('text')
  source!: string;

  /** Views and leads have separate rows, so that counting a view does not wait for a lead's transaction. */
  @PrimaryColumn('text')
  kind!: 'views' | 'leads';

  @Column('integer')
  count!: number;
}
