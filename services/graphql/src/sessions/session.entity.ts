import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Generated,
  Index,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Client } from '../clients/client.entity';
import { Member } from './members/member.entity';
import { User } from './user.entity';

/** A session. The cookie contains the token; the database stores only its keyed hash. */
@Entity('sessions')
@Check('sessions_one_account', 'num_nonnulls(user_id, client_id, member_id) = 1')
@Index('sessions_user_id_idx', ['userId'])
@Index('sessions_client_id_idx', ['clientId'])
@Index('sessions_member_id_idx', ['memberId'])
@Index('sessions_expires_at_idx', ['expiresAt'])
export class Session {
  @PrimaryColumn('text')
  tokenHash!: string;

  /** Identifies the session in the API, which must not expose the hash. */
  @Index('sessions_id_key', { unique: true })
  @Column('uuid')
  @Generated('uuid')
  id!: string;

  /** The browser and operating system, such as `Chrome on macOS`. */
  @Column('text', { default: '' })
  device!: string;

  /** The network of the address that signed in. */
  @Column('text', { nullable: true })
  network!: string | null;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  user!: Relation<User> | null;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'CASCADE', nullable: true })
  client!: Relation<Client> | null;

  @Column('uuid', { nullable: true })
  memberId!: string | null;

  @ManyToOne(() => Member, { onDelete: 'CASCADE', nullable: true })
  member!: Relation<Member> | null;

  @Column('timestamptz')
  expiresAt!: Date;

  /** When the session was last used, to the minute. An administrator's session expires when idle. */
  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
