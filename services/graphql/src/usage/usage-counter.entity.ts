import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';

export type UsageKind = 'campaigns' | 'leads' | 'sms';

/** A client's usage of one monthly limit in one calendar month of its time zone. */
@Entity('usage_counters')
@Index('usage_counters_month_idx', ['month', 'kind'])
export class UsageCounter {
  @PrimaryColumn('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  /** The first day of the month. */
  @PrimaryColumn('date')
  month!: string;

  @PrimaryColumn('text')
  kind!: UsageKind;

  @Column('integer')
  used!: number;

  /** The carrier segments of the messages, or 0. */
  @Column('integer', { default: 0 })
  segments!: number;
}
