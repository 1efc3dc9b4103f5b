import { Field, ID, ObjectType } from 'type-graphql';
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

@ObjectType({ simpleResolvers: true, description: 'A passkey (WebAuthn credential) that signs an account in.' })
@Entity('passkeys')
@Check('passkeys_one_account', 'num_nonnulls(user_id, client_id, member_id) = 1')
@Index('passkeys_user_id_idx', ['userId'])
@Index('passkeys_client_id_idx', ['clientId'])
@Index('passkeys_member_id_idx', ['memberId'])
export class Passkey {
  @Field(() => ID, { description: 'The ID of the passkey.' })
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

  /** The credential id in base64url. */
  @Index('passkeys_credential_id_key', { unique: true })
  @Column('text')
  credentialId!: string;

  /** The public key in COSE format. */
  @Column('bytea')
  publicKey!: Buffer;

  /** The authenticator's signature counter. Many authenticators always send 0. */
  @Column('bigint')
  counter!: string;

  /** How the browser reaches the authenticator, such as `internal` or `usb`. */
  @Column('text', { array: true })
  transports!: string[];

  @Field(() => String, { description: 'The name that the user gave the passkey.' })
  @Column('text')
  name!: string;

  @Field(() => Date, { description: 'When the passkey was added.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the passkey last signed in.' })
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
