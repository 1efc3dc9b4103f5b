import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../../clients/client.entity';
import { Member } from '../members/member.entity';
import { User } from '../user.entity';

/**
 * A sign-in or passkey registration that has begun. Its holder has the token; the database stores only the token's keyed
 * hash. It is used once and expires after five minutes.
 */
@Entity('sign_in_challenges')
@Index('sign_in_challenges_user_id_idx', ['userId'])
@Index('sign_in_challenges_client_id_idx', ['clientId'])
@Index('sign_in_challenges_member_id_idx', ['memberId'])
@Index('sign_in_challenges_expires_at_idx', ['expiresAt'])
export class SignInChallenge {
  @PrimaryColumn('text')
  tokenHash!: string;

  /** `password`: the password was correct. `passkey`: sign-in without a password. `registration`: a new passkey. */
  @Column('text')
  purpose!: 'password' | 'passkey' | 'registration';

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

  /** The random value that the passkey signs. Null until a passkey is asked for. */
  @Column('text', { nullable: true })
  webauthnChallenge!: string | null;

  /** The number of codes that were tried. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz')
  expiresAt!: Date;
}
