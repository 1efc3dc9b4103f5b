import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Campaign } from './campaign.entity';

/** What a campaign's page said, for visitors who hold one that was changed meanwhile. */
@Entity('page_versions')
export class PageVersion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_page_versions' })
  campaignId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'PK_page_versions' })
  version!: string;

  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'campaign_id', foreignKeyConstraintName: 'FK_page_versions_campaign' })
  campaign!: Relation<Campaign>;

  /** The disclosure as it was read; none under a form that asked for no phone number. */
  @Column('text', { nullable: true })
  disclosure!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
