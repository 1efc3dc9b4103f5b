import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Client } from '../../clients/client.entity';
import { Member } from '../members/member.entity';
import { User } from '../user.entity';

/** The authenticator app of an account. It asks for no code until `confirmedAt` is set. */
@Entity('authenticators')
@Check('authenticators_one_account', 'num_nonnulls(user_id, client_id, member_id) = 1')
@Index('authenticators_user_id_key', ['userId'], { unique: true })
@Index('authenticators_client_id_key', ['clientId'], { unique: true })
@Index('authenticators_member_id_key', ['memberId'], { unique: true })
export class Authenticator {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

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

  /** The TOTP secret in base32, encrypted with the session secret. */
  @Column('text')
  encryptedSecret!: string;

  /** The time step of the last accepted code, so that each code is accepted once. */
  @Column('integer', { default: 0 })
  lastStep!: number;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
