import type { Context } from '../api/context';
import { type AuditActor, AuditEntry } from './audit-entry.entity';

const KEPT_DAYS = 400;

interface Wanted {
  clientId?: string | null;
  userId?: string | null;
  actor?: AuditActor | null;
  failed?: boolean | null;
  limit: number;
  offset?: number | null;
}

/** One page of entries, newest first, and how many there are. */
export async function findEntries(
  { dataSource }: Context,
  { clientId, userId, actor, failed, limit, offset }: Wanted,
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

/** What a client may see: what was done in its account, by whomever, and who tried to sign in; not what others were refused. */
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

/** Forgets what is older than a year and a month. */
export async function sweepEntries({ dataSource }: Pick<Context, 'dataSource'>): Promise<void> {
  await dataSource.query(`DELETE FROM audit_entries WHERE created_at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
}
