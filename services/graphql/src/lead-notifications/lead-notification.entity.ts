import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { OutboundMessage } from '../messages/outbound-message.entity';

/**
 * A message that notifies the business of a new lead.
 * Stored apart from messages to leads, because it appears in no list and counts towards no limit.
 */
@Entity('lead_notifications')
@Index('lead_notifications_provider_id_key', ['providerId'], { unique: true })
@Index('lead_notifications_client_id_idx', ['clientId'])
@Index('lead_notifications_queued_idx', ['leadId'], { where: "status = 'queued'" })
@Index('lead_notifications_to_idx', ['toE164'])
@Index('lead_notifications_in_flight_key', { synchronize: false })
export class LeadNotification extends OutboundMessage {
  /** The lead's id: each lead has at most one notification. */
  @PrimaryColumn('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;
}
