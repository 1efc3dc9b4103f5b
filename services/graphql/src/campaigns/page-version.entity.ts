import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from './campaign.entity';

/**
 * A version of a campaign's landing page, kept so that a form submitted from an older version records the disclosure and
 * the labels that it showed.
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

  /** The question about ad networks as shown. Null if there was none, or if an earlier release stored the version. */
  @Column('text', { nullable: true })
  adConsentText!: string | null;

  /** The labels of the form's questions by field id. Null if an earlier release stored the version. */
  @Column('jsonb', { nullable: true })
  formLabels!: Record<string, string> | null;

  /** The variant of an A/B test that the version belongs to. Null for the campaign's own page. */
  @Column('uuid', { nullable: true })
  variantId!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
