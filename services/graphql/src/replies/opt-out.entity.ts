import { CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';

/** A number that this client must not message. It outlives the lead, and only a START reply removes it. */
@Entity('opt_outs')
export class OptOut {
  @PrimaryColumn('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  @PrimaryColumn('text')
  phoneE164!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
