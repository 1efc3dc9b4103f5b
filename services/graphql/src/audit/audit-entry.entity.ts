import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { registerEnum } from '../api/register-enum';

/** For how long entries are kept. */
export const RETENTION_DAYS = 400;

export enum AuditActor {
  admin = 'admin',
  client = 'client',
  link = 'link',
  unknown = 'unknown',
  schedule = 'schedule',
}
registerEnum(AuditActor, 'AuditActor', 'The kind of account that performed an action.', {
  admin: 'An administrator.',
  client: 'A signed-in client, or a member of its team.',
  link: 'Someone with the link to a dashboard that does not require a sign-in.',
  unknown: 'Someone whose sign-in failed.',
  schedule: 'Nobody: the named account had scheduled it.',
});

@ObjectType({
  simpleResolvers: true,
  description:
    'A record that an action was performed or attempted, without its input. Entries are kept after the client or administrator is deleted.',
})
@Entity('audit_entries')
@Index('audit_entries_created_at_idx', ['createdAt', 'id'])
@Index('audit_entries_actor_idx', ['actor', 'createdAt', 'id'])
@Index('audit_entries_actor_user_id_idx', ['userId', 'createdAt', 'id'])
@Index('audit_entries_failed_idx', ['createdAt', 'id'], { where: "outcome IS DISTINCT FROM 'ok'" })
@Index('audit_entries_audited_client_idx', ['clientId', 'createdAt', 'id'])
export class AuditEntry {
  @Field(() => ID, { description: 'The ID of the entry.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => AuditActor, { description: 'The kind of account that performed the action.' })
  /** Text, because row-level security keeps Postgres from searching an index for a value of an enum. */
  @Column('text')
  actor!: AuditActor;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the administrator who performed the action. The administrator may have been deleted since.',
  })
  @Column('uuid', { name: 'actor_user_id', nullable: true })
  userId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The administrator’s username, the member’s name, or the name of the account that planned it, at the time of the action.',
  })
  @Column('text', { nullable: true })
  actorName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the API key that performed the action for the account, or null if it used none.',
  })
  @Column('text', { nullable: true })
  apiKeyName!: string | null;

  /** The column is not named `client_id`, because rows with that column are deleted with their client. */
  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the client that performed the action or was affected by it.',
  })
  @Column('uuid', { name: 'audited_client', nullable: true })
  clientId!: string | null;

  @Field(() => String, { description: 'The name of the GraphQL operation.' })
  @Column('text')
  operation!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The kind of object that the action affected, such as `campaign`.',
  })
  @Column('text', { nullable: true })
  objectKind!: string | null;

  @Field(() => String, { nullable: true, description: 'The ID of the object that the action affected.' })
  @Column('text', { name: 'object_ref', nullable: true })
  objectId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`ok`, or an error code. Null if the server stopped before the action completed.',
  })
  @Column('text', { nullable: true })
  outcome!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The caller’s network: its IP address truncated to a /24 (IPv4) or /48 (IPv6) prefix.',
  })
  @Column('text', { nullable: true })
  network!: string | null;

  @Field(() => Date, { description: 'When the action started.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
