import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Figures } from './analytics.types';

/** The figures of a day in the client's time zone, for the agency, a client, a campaign or a source. */
@Entity('daily_figures')
@Index('daily_figures_client_id_idx', ['clientId', 'scope', 'day'])
@Index('daily_figures_campaign_id_idx', ['campaignId', 'day'])
export class DailyFigures extends Figures {
  @PrimaryColumn('text')
  scope!: 'agency' | 'client' | 'campaign' | 'source';

  @PrimaryColumn('date')
  day!: string;

  /** The ID of the client or campaign, or the source. Empty for the agency. */
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client> | null;

  @Column('uuid', { nullable: true })
  campaignId!: string | null;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign> | null;
}
