import { Field, ID, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { publishEnum } from '../api/publish-enum';

export enum AuditActor {
  admin = 'admin',
  client = 'client',
  link = 'link',
  nobody = 'nobody',
}
publishEnum(AuditActor, 'AuditActor', 'Who did something.', {
  admin: 'An administrator.',
  client: 'A client that had signed in.',
  link: 'Somebody with the link to a dashboard that asks for no sign-in.',
  nobody: 'Somebody who could not sign in.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'That somebody did or tried something, without what was in it. It outlives whom it is about.',
})
@Entity('audit_entries')
@Index('audit_entries_created_at_idx', ['createdAt', 'id'])
@Index('audit_entries_for_client_idx', ['clientId', 'createdAt', 'id'])
export class AuditEntry {
  @Field(() => ID, { description: 'The entry’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => AuditActor, { description: 'Who did it.' })
  @Column('enum', { enum: AuditActor, enumName: 'audit_actor' })
  actor!: AuditActor;

  @Field(() => ID, { nullable: true, description: 'The administrator who did it, who may be gone by now.' })
  @Column('uuid', { name: 'by_user', nullable: true })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: 'The administrator’s username at that time.' })
  @Column('text', { nullable: true })
  actorName!: string | null;

  /** Not `client_id`: what is named so goes with its client. */
  @Field(() => ID, { nullable: true, description: 'The client that it was about, or that did it.' })
  @Column('uuid', { name: 'for_client', nullable: true })
  clientId!: string | null;

  @Field(() => String, { description: 'The GraphQL operation.' })
  @Column('text')
  operation!: string;

  @Field(() => String, { nullable: true, description: 'What kind of thing it was about, such as `campaign`.' })
  @Column('text', { nullable: true })
  objectKind!: string | null;

  @Field(() => String, { nullable: true, description: 'The id of that thing.' })
  @Column('text', { name: 'object_key', nullable: true })
  objectId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`ok`, or the code of the refusal; null where the server ended before it knew.',
  })
  @Column('text', { nullable: true })
  outcome!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The network that it came from: an address without its last part.',
  })
  @Column('text', { nullable: true })
  network!: string | null;

  @Field(() => Date, { description: 'When it began.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
