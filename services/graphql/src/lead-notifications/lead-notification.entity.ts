import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { OutgoingText } from '../messages/outbound-message.entity';

/** One text to the business itself, that it has a new lead. Kept apart from those to leads: no list shows it, no count or limit holds it. */
@Entity('alerts')
@Index('alerts_provider_id_key', ['providerId'], { unique: true })
@Index('alerts_client_id_idx', ['clientId'])
@Index('alerts_to_idx', ['toE164'])
@Index('alerts_in_hand_key', { synchronize: false })
export class Alert extends OutgoingText {
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
}
