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

/** What an account did with a lead, as its timeline shows it. */
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
  kind!: 'status' | 'owner' | 'tags' | 'answers' | 'import' | 'opt_out';

  /** The status or the name of the owner before, null if nobody owned the lead. The tags that it lost. */
  @Column('text', { nullable: true })
  previous!: string | null;

  /**
   * The status or the name of the owner since, null if nobody owns the lead. The tags that it got, the questions whose
   * answers changed, or the name of the imported file.
   */
  @Column('text', { nullable: true })
  current!: string | null;

  /** The name of the account. */
  @Column('text')
  actorName!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
