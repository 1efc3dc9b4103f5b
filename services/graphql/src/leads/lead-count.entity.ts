import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { LeadStatus } from './lead.entity';

/**
 * The number of a campaign's leads by status. Triggers on `leads` update it in the same transaction.
 * There is no foreign key, because deleting a campaign's last lead deletes its rows.
 */
@Entity('lead_counts')
@Index('lead_counts_client_id_idx', ['clientId'])
export class LeadCount {
  @PrimaryColumn('uuid')
  campaignId!: string;

  @PrimaryColumn('enum', { enum: LeadStatus, enumName: 'lead_status' })
  status!: LeadStatus;

  @PrimaryColumn('boolean')
  held!: boolean;

  @Column('uuid')
  clientId!: string;

  @Column('integer')
  leads!: number;
}
