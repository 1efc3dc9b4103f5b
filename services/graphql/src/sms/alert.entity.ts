import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { SmsStatus } from './sms-message.entity';

/** One text to the business itself, that it has a new lead. Kept apart from those to leads: no list shows it, no count or limit holds it. */
@Entity('alerts')
@Index('alerts_provider_id_key', ['providerId'], { unique: true })
@Index('alerts_client_id_idx', ['clientId'])
@Index('alerts_to_idx', ['toE164'])
export class Alert {
  /** The lead's id, so that there is one for each. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_alerts' })
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id', foreignKeyConstraintName: 'FK_alerts_lead' })
  lead!: Relation<Lead>;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_alerts_client' })
  client!: Relation<Client>;

  /** Where it goes, in E.164. */
  @Column('text')
  toE164!: string;

  @Column('text')
  body!: string;

  @Column('enum', { enum: SmsStatus, enumName: 'sms_status', default: SmsStatus.queued })
  status!: SmsStatus;

  /** Why it did not go. */
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { nullable: true })
  providerId!: string | null;

  /** As those of a text to a lead. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  attemptedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
