import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { EvidenceKind } from './evidence.types';

/**
 * Proves a consent, an opt-out or a sent message, without personal data. Triggers keep consents and messages here when
 * their lead or client is deleted. Opt-outs are recorded here at once.
 */
@Entity('evidence')
@Index('evidence_number_idx', ['numberHash', 'occurredAt'])
@Index('evidence_occurred_at_idx', ['occurredAt'])
export class Evidence {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The SQL function `number_hash` of the number. */
  @Column('bytea')
  numberHash!: Buffer;

  @Column('text')
  kind!: EvidenceKind;

  /** Null for opt-outs of all clients. */
  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @Column('text', { nullable: true })
  clientName!: string | null;

  @Column('jsonb')
  details!: Record<string, unknown>;

  @Column('timestamptz')
  occurredAt!: Date;
}
