import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from './campaign.entity';

/**
 * A version of a campaign's landing page, kept so that a form submitted from an older version records the disclosure it
 * showed.
 */
@Entity('page_versions')
export class PageVersion {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @PrimaryColumn('text')
  version!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id' })
  campaign!: Relation<Campaign>;

  /** The disclosure as shown. Null if the form did not ask for a phone number. */
  @Column('text', { nullable: true })
  disclosure!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
