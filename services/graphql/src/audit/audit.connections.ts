import { IsOptional, IsUUID } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { Activity } from './activity';
import { AuditActor, AuditEntry } from './audit-entry.entity';

export const AuditEntryConnection = connectionType(AuditEntry, 'AuditEntry', 'entries');
export const ActivityConnection = connectionType(Activity, 'Activity', 'entries');

@InputType({ description: 'Filters audit entries. Fields that are omitted or null match all.' })
class AuditEntryFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'The client that performed the action or was affected by it. The client may have been deleted.',
  })
  @IsOptional()
  @IsUUID('loose', { message: 'clientId must be the ID of a client.' })
  clientId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The administrator who performed the action.' })
  @IsOptional()
  @IsUUID('loose', { message: 'userId must be the ID of an administrator.' })
  userId?: string | null;

  @Field(() => AuditActor, { nullable: true, description: 'The kind of account that performed the action.' })
  actor?: AuditActor | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The outcome: true matches only failed actions, false only successful ones.',
  })
  failed?: boolean | null;
}

const entryOrder = orderType('AuditEntry', 'audit entries', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the action started.' },
});

@ArgsType()
export class AuditEntryArgs extends connectionArgs(AuditEntryFilter, entryOrder) {}

/** The audit log. */
export function auditEntryList({ filter, orderBy }: AuditEntryArgs): List<AuditEntry> {
  const conditions = new Conditions();
  conditions.equal('item.audited_client', filter?.clientId);
  conditions.equal('item.actor_user_id', filter?.userId);
  conditions.equal('item.actor', filter?.actor);
  if (filter?.failed != null)
    conditions.add(filter.failed ? `item.outcome IS DISTINCT FROM 'ok'` : `item.outcome = 'ok'`);
  return { entity: AuditEntry, conditions, sort: entryOrder.toSort(orderBy) };
}

@InputType({ description: 'Filters the activity in a client’s account. Fields that are omitted or null match all.' })
class ActivityFilter {
  @Field(() => AuditActor, { nullable: true, description: 'The kind of account that performed the action.' })
  actor?: AuditActor | null;
}

const activityOrder = orderType('Activity', 'the activity in a client’s account', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the action started.' },
});

@ArgsType()
export class ActivityArgs extends connectionArgs(ActivityFilter, activityOrder) {}

/** The activity that a client may see: successful actions in its account and all sign-ins. */
export function activityList({ filter, orderBy }: ActivityArgs): List<AuditEntry> {
  const conditions = new Conditions();
  conditions.add(`(item.outcome = 'ok' OR item.operation = 'signInClient')`);
  conditions.equal('item.actor', filter?.actor);
  return {
    entity: AuditEntry,
    parent: 'item.audited_client',
    conditions,
    sort: activityOrder.toSort(orderBy),
  };
}
