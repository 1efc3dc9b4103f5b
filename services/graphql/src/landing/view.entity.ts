import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';

/** A view of a landing page. A view with the source `qr` is a QR scan. */
@Entity('views')
@Index('views_campaign_id_idx', ['campaignId', 'createdAt'])
export class View {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid')
  campaignId!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  @Column('text', { nullable: true })
  source!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
