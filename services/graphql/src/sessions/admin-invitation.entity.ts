import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { User } from './user.entity';

@ObjectType({
  simpleResolvers: true,
  description: 'A link by which somebody becomes an administrator, once. It ends with the administrator who made it.',
})
@Entity('admin_invitations')
@Index('admin_invitations_user_id_idx', ['userId'])
export class AdminInvitation {
  @Field(() => ID, { description: 'The invitation’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Only the keyed hash of what the link carries; no GraphQL field shows it. */
  @Index('admin_invitations_token_hash_key', { unique: true })
  @Column('text', { select: false })
  tokenHash!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  user!: Relation<User>;

  @Field(() => String, { nullable: true, description: 'The link, in the answer to its making and never again.' })
  link?: string | null;

  @Field(() => Date, { description: 'Until when it can be used.' })
  @Column('timestamptz')
  expiresAt!: Date;

  @Field(() => Date, { description: 'When it was made.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
