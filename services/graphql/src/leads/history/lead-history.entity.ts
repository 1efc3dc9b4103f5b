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
import { Lead } from '../lead.entity';

/** A change of a lead's status or owner, as its timeline shows it. */
@Entity('lead_history')
@Index('lead_history_lead_id_idx', ['leadId', 'createdAt'])
export class LeadHistoryEntry {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @Column('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @Column('text')
  kind!: 'status' | 'owner';

  /** The status or the name of the owner before. Null if nobody owned the lead. */
  @Column('text', { nullable: true })
  previous!: string | null;

  /** The status or the name of the owner since. Null if nobody owns the lead. */
  @Column('text', { nullable: true })
  current!: string | null;

  /** The name of the account that changed it. */
  @Column('text')
  actorName!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
