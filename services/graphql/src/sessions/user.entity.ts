import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { publishEnum } from '../api/publish-enum';

export enum UserRole {
  admin = 'admin',
}
publishEnum(UserRole, 'UserRole', 'What a user of the agency may do.', {
  admin: 'Everything.',
});

@ObjectType({ simpleResolvers: true, description: 'Somebody of the agency.' })
@Entity('users')
@Index('users_username_key', { synchronize: false })
export class User {
  @Field(() => ID, { description: 'The user’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => String, { description: 'The name the user signs in with.' })
  @Column('text')
  username!: string;

  /** argon2id in PHC form; no GraphQL field shows it. */
  @Column('text', { select: false })
  passwordHash!: string;

  @Field(() => UserRole, { description: 'What the user may do.' })
  @Column('enum', { enum: UserRole, enumName: 'user_role', default: UserRole.admin })
  role!: UserRole;

  @Field(() => Date, { description: 'When the account was made.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
