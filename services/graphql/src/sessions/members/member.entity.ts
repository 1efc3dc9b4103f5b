import { Field, ID, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { registerEnum } from '../../api/register-enum';
import { Version } from '../../api/versions';
import { Client } from '../../clients/client.entity';

export enum MemberRole {
  owner = 'owner',
  staff = 'staff',
}
registerEnum(MemberRole, 'MemberRole', 'What a member of a client’s team may do.', {
  owner: 'Everything that the client itself may do.',
  staff:
    'Work with leads, messages, sequences and files. Campaigns, webhooks, API keys, privacy and the team are for owners.',
});

@ObjectType({
  simpleResolvers: true,
  description:
    'A person who signs in to a client’s dashboard with a username of their own, while its login is enabled.',
})
@Entity('members')
@Index('members_username_key', { synchronize: false })
@Index('members_client_id_idx', ['clientId', 'createdAt', 'id'])
export class Member {
  @Field(() => ID, { description: 'The ID of the member.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'The name that others see on notes, messages and changes.' })
  @Column('text')
  name!: string;

  @Field(() => String, { description: 'The username, unique among clients and members regardless of case.' })
  @Column('text')
  username!: string;

  /** The argon2id hash in PHC string format. It is not exposed in GraphQL. */
  @Column('text', { select: false })
  passwordHash!: string;

  @Field(() => MemberRole, { description: 'What the member may do.' })
  @Column('text')
  role!: MemberRole;

  @Field(() => String, { nullable: true, description: 'Where the member is emailed the notifications that it chose.' })
  @Column('text', { nullable: true })
  email!: string | null;

  @Field(() => Date, { description: 'When the member was added.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the member was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}
