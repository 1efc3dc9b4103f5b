import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { LeadStatus } from './lead.entity';

/**
 * How many leads a campaign has of each kind. Triggers on `leads` keep it, in the transaction that changes them;
 * a row whose campaign is gone goes with its last lead, so there is no foreign key to keep.
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
