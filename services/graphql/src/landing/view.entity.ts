import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';

/**
 * A view of a landing page. A view with the source `qr` is a QR scan. Figures come from `source_counts`; views are
 * evidence, and are deleted after `VIEW_DAYS` days.
 */
@Entity('views')
@Index('views_campaign_id_idx', ['campaignId'])
export class View {
  @PrimaryColumn('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  @Column('text', { nullable: true })
  source!: string | null;
}
