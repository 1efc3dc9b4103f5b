import { Check, Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { User } from './user.entity';

/** A session. The cookie contains the token; the database stores only its keyed hash. */
@Entity('sessions')
@Check('sessions_one_account', 'num_nonnulls(user_id, client_id) = 1')
@Index('sessions_user_id_idx', ['userId'])
@Index('sessions_client_id_idx', ['clientId'])
@Index('sessions_expires_at_idx', ['expiresAt'])
export class Session {
  @PrimaryColumn('text')
  tokenHash!: string;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  user!: Relation<User> | null;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'CASCADE', nullable: true })
  client!: Relation<Client> | null;

  @Column('timestamptz')
  expiresAt!: Date;

  /**
   * When the session was last used, to the minute. Maintained only for administrators, whose sessions expire when idle.
   */
  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
