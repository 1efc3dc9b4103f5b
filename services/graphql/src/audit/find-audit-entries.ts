import type { Context } from '../api/context';
import { findPage, type Page, type PageArgs } from '../api/pagination';
import { type AuditActor, AuditEntry } from './audit-entry.entity';

export const RETENTION_DAYS = 400;

interface EntryFilter {
  clientId?: string | null;
  userId?: string | null;
  actor?: AuditActor | null;
  failed?: boolean | null;
}

/** Returns a page of audit entries, newest first. */
export function findAuditEntries(
  { dataSource }: Context,
  { clientId, userId, actor, failed }: EntryFilter,
  page: PageArgs,
): Promise<Page<AuditEntry>> {
  const values: unknown[] = [];
  const conditions = ['true'];
  if (clientId != null) conditions.push(`item.audited_client = $${values.push(clientId)}`);
  if (userId != null) conditions.push(`item.actor_user_id = $${values.push(userId)}`);
  if (actor != null) conditions.push(`item.actor = $${values.push(actor)}`);
  if (failed != null) conditions.push(failed ? `item.outcome IS DISTINCT FROM 'ok'` : `item.outcome = 'ok'`);
  return findPage(dataSource.manager, { entity: AuditEntry, where: conditions.join(' AND '), values }, page);
}

/** Returns a page of the activity that a client may see: successful actions in its account and all sign-ins. */
export function findActivity({ dataSource }: Context, clientId: string, page: PageArgs): Promise<Page<AuditEntry>> {
  const where = `item.audited_client = $1 AND (item.outcome = 'ok' OR item.operation = 'signInClient')`;
  return findPage(dataSource.manager, { entity: AuditEntry, where, values: [clientId] }, page);
}
