import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { registerEnum } from '../api/register-enum';

export enum UserRole {
  admin = 'admin',
}
registerEnum(UserRole, 'UserRole', 'The role of a user of the agency.', {
  admin: 'Full access.',
});

@ObjectType({ simpleResolvers: true, description: 'A user of the agency.' })
@Entity('users')
@Index('users_username_key', { synchronize: false })
export class User {
  @Field(() => ID, { description: 'The ID of the user.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => String, { description: 'The username, unique regardless of case.' })
  @Column('text')
  username!: string;

  /** The argon2id hash in PHC string format. It is not exposed in GraphQL. */
  @Column('text', { select: false })
  passwordHash!: string;

  @Field(() => UserRole, { description: 'The user’s role.' })
  @Column('enum', { enum: UserRole, enumName: 'user_role', default: UserRole.admin })
  role!: UserRole;

  /** When the account was first asked to add a second factor. Null if it never was. */
  @Column('timestamptz', { nullable: true })
  secondFactorAskedAt!: Date | null;

  @Field(() => Date, { description: 'When the account was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
