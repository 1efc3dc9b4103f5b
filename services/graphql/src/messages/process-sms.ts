import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../api/context';
import { consume } from '../api/rate-limiters';
import { fail } from '../api/errors';
import { enqueueBulk } from '../outbox/enqueue';

/** How long the request waits for due messages to be sent. */
const TIMEOUT_MS = 8_000;
const POLL_MS = 150;
/** Overdue messages are counted up to this number. */
const MAX_COUNTED = 10_000;

/** Wakes every enrollment in scope whose next message is overdue, and returns how many messages were sent. */
export async function processSms(
  ctx: Context,
  clientId: string | null,
): Promise<{ message: string; processed: number }> {
  if (clientId === null && ctx.actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in.');
  await consume(ctx.rateLimiters.processSms, clientId ?? 'all');
  const db = ctx.dataSource.manager;
  const [{ startedAt }] = await db.query<[{ startedAt: Date }]>('SELECT clock_timestamp() AS "startedAt"');
  const overdue = await countOverdue(ctx, clientId, startedAt);
  if (overdue === 0) return { message: summarize(0, 0), processed: 0 };
  // Entries that wait for their next attempt are tried now, too.
  await db.query(
    'UPDATE outbox SET next_attempt_at = now() WHERE ($1::uuid IS NULL OR client_id = $1) AND NOT is_bulk AND attempts > 1',
    [clientId],
  );
  await enqueueBulk(db, 'wake_due', clientId ?? undefined);
  ctx.outboxRelay.wake();
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(POLL_MS)) {
    // A message that becomes due meanwhile is not one of those that were overdue.
    const processed = Math.min(overdue, await countSent(ctx, clientId, startedAt));
    if (processed === overdue || Date.now() >= deadline) return { message: summarize(overdue, processed), processed };
  }
}

async function countOverdue({ dataSource }: Context, clientId: string | null, startedAt: Date): Promise<number> {
  const [{ overdue }] = await dataSource.query<[{ overdue: number }]>(
    `SELECT count(*)::int AS overdue FROM (
       SELECT FROM enrollments WHERE status IN ('active', 'held') AND next_due_at <= $2 AND ($1::uuid IS NULL OR client_id = $1) LIMIT ${MAX_COUNTED}) due`,
    [clientId, startedAt],
  );
  return overdue;
}

/** Counts the messages that were sent since. A message that was held is due from when it is released. */
async function countSent({ dataSource }: Context, clientId: string | null, startedAt: Date): Promise<number> {
  const [{ sent }] = await dataSource.query<[{ sent: number }]>(
    `SELECT count(*)::int AS sent FROM sms_messages WHERE sent_at >= $2 AND ($1::uuid IS NULL OR client_id = $1)`,
    [clientId, startedAt],
  );
  return sent;
}

function summarize(overdue: number, sent: number): string {
  const formatCount = (count: number) =>
    `${count}${count === MAX_COUNTED ? ' or more' : ''} message${count === 1 ? '' : 's'}`;
  if (overdue === 0) return 'No messages were due';
  return sent === overdue
    ? `Sent ${formatCount(sent)}`
    : `Sent ${formatCount(sent)}; ${formatCount(overdue - sent)} still waiting`;
}
