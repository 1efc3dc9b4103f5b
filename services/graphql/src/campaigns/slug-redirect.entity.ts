import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from './campaign.entity';

/**
 * A previous slug of a campaign, so that printed QR codes and shared links keep working. A campaign that currently has
 * the slug takes precedence.
 */
@Entity('slug_redirects')
@Index('slug_redirects_campaign_id_idx', ['campaignId'])
export class SlugRedirect {
  @PrimaryColumn('uuid')
  clientId!: string;

  @PrimaryColumn('text')
  slug!: string;

  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;
}
