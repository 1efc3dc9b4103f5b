import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from './campaign.entity';

/** A former slug of a campaign, so that printed QR codes and shared links keep working. A campaign that currently has the slug takes precedence. */
@Entity('former_slugs')
@Index('former_slugs_campaign_id_idx', ['campaignId'])
export class SlugRedirect {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_former_slugs' })
  clientId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'PK_former_slugs' })
  slug!: string;

  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'FK_former_slugs_campaign' })
  campaign!: Relation<Campaign>;
}
