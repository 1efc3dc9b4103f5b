import type { Context } from '../api/context';
import { type AuditActor, AuditEntry } from './audit-entry.entity';

export const RETENTION_DAYS = 400;

interface EntryFilter {
  clientId?: string | null;
  userId?: string | null;
  actor?: AuditActor | null;
  failed?: boolean | null;
  limit: number;
  offset?: number | null;
}

/** Returns one page of audit entries, newest first, and their total number. */
export async function findAuditEntries(
  { dataSource }: Context,
  { clientId, userId, actor, failed, limit, offset }: EntryFilter,
): Promise<{ items: AuditEntry[]; total: number }> {
  const query = dataSource
    .getRepository(AuditEntry)
    .createQueryBuilder('entry')
    .orderBy('entry.createdAt', 'DESC')
    .addOrderBy('entry.id', 'DESC')
    .take(limit)
    .skip(offset ?? 0);
  if (clientId != null) query.andWhere('entry.clientId = :clientId', { clientId });
  if (userId != null) query.andWhere('entry.userId = :userId', { userId });
  if (actor != null) query.andWhere('entry.actor = :actor', { actor });
  if (failed != null) query.andWhere(failed ? `entry.outcome IS DISTINCT FROM 'ok'` : `entry.outcome = 'ok'`);
  const [items, total] = await query.getManyAndCount();
  return { items, total };
}

/** Returns the activity that a client may see: successful actions in its account and all sign-ins. */
export async function findActivity(
  { dataSource }: Context,
  clientId: string,
  limit: number,
  offset: number,
): Promise<{ items: AuditEntry[]; total: number }> {
  const [items, total] = await dataSource
    .getRepository(AuditEntry)
    .createQueryBuilder('entry')
    .where('entry.clientId = :clientId', { clientId })
    .andWhere(`(entry.outcome = 'ok' OR entry.operation = 'signInClient')`)
    .orderBy('entry.createdAt', 'DESC')
    .addOrderBy('entry.id', 'DESC')
    .take(limit)
    .skip(offset)
    .getManyAndCount();
  return { items, total };
}
