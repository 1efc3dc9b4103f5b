import { Check, Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from '../../clients/client.entity';
import { Member } from '../members/member.entity';
import { User } from '../user.entity';

/** An unused recovery code. The row is deleted when the code is used. */
@Entity('recovery_codes')
@Check('recovery_codes_one_account', 'num_nonnulls(user_id, client_id, member_id) = 1')
@Index('recovery_codes_user_id_idx', ['userId'])
@Index('recovery_codes_client_id_idx', ['clientId'])
@Index('recovery_codes_member_id_idx', ['memberId'])
export class RecoveryCode {
  /** The SHA-256 hash of the account's id and the code, which is random enough not to need a slow hash. */
  @PrimaryColumn('text')
  codeHash!: string;

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
}
