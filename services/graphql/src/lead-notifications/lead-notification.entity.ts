import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { OutboundMessage } from '../messages/outbound-message.entity';

/**
 * A message that notifies the business of a new lead.
 * Stored apart from messages to leads, because it appears in no list and counts towards no limit.
 */
@Entity('alerts')
@Index('alerts_provider_id_key', ['providerId'], { unique: true })
@Index('alerts_client_id_idx', ['clientId'])
@Index('alerts_to_idx', ['toE164'])
@Index('alerts_in_hand_key', { synchronize: false })
export class LeadNotification extends OutboundMessage {
  /** The lead's id: each lead has at most one notification. */
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
}
