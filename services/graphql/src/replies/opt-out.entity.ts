import { CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';

/** A number that this client must not message. It outlives the lead, and only a START reply removes it. */
@Entity('opt_outs')
export class OptOut {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'PK_opt_outs' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'FK_opt_outs_client' })
  client!: Relation<Client>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'PK_opt_outs' })
  phoneE164!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
