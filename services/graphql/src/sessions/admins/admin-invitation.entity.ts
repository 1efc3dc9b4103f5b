import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { User } from '../user.entity';

@ObjectType({
  simpleResolvers: true,
  description:
    'A single-use link that creates an administrator account. It is deleted with the administrator who created it.',
})
@Entity('admin_invitations')
@Index('admin_invitations_user_id_idx', ['userId'])
export class AdminInvitation {
  @Field(() => ID, { description: 'The ID of the invitation.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The keyed hash of the token in the link. It is not exposed in GraphQL. */
  @Index('admin_invitations_token_hash_key', { unique: true })
  @Column('text', { select: false })
  tokenHash!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  user!: Relation<User>;

  @Field(() => String, {
    nullable: true,
    description: 'The invitation link. Present only in the response to `createAdminInvitation`.',
  })
  link?: string | null;

  @Field(() => Date, { description: 'When the invitation expires.' })
  @Column('timestamptz')
  expiresAt!: Date;

  @Field(() => Date, { description: 'When the invitation was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
