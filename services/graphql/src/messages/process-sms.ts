import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { enqueue } from '../outbox/enqueue';

/** How long the request waits for due messages to be sent. */
const TIMEOUT_MS = 8_000;

interface OverdueEnrollment {
  id: string;
  next_step: number;
}

/** Wakes every enrollment in scope whose next message is overdue, and returns how many messages were sent. */
export async function processSms(
  ctx: Context,
  clientId: string | null,
): Promise<{ message: string; processed: number }> {
  if (clientId === null && ctx.actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in.');
  const overdue = await ctx.dataSource.transaction(async (db) => {
    const enrollments = await db.query<OverdueEnrollment[]>(
      `SELECT id, next_step FROM enrollments
       WHERE status IN ('active', 'held') AND next_due_at <= now() AND ($1::uuid IS NULL OR client_id = $1) ORDER BY next_due_at LIMIT 1000`,
      [clientId],
    );
    await db.query('UPDATE outbox SET next_attempt_at = now() WHERE subject_id = ANY($1)', [
      enrollments.map(({ id }) => id),
    ]);
    await enqueue(
      db,
      'signal',
      enrollments.map(({ id }) => id),
    );
    return enrollments;
  });
  ctx.outboxRelay.wake();
  const processed = await countSent(ctx, overdue);
  return { message: summarize(overdue.length, processed), processed };
}

async function countSent({ dataSource }: Context, overdue: OverdueEnrollment[]): Promise<number> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const [{ sent }] = await dataSource.query<[{ sent: number }]>(
      `SELECT count(*)::int AS sent FROM sms_messages m JOIN unnest($1::uuid[], $2::int[]) AS due (id, step)
         ON m.enrollment_id = due.id AND m.step = due.step WHERE m.status = 'sent'`,
      [overdue.map(({ id }) => id), overdue.map(({ next_step }) => next_step)],
    );
    if (sent === overdue.length || Date.now() >= deadline) return sent;
    await delay(150);
  }
}

function summarize(overdue: number, sent: number): string {
  const formatCount = (count: number) => `${count} message${count === 1 ? '' : 's'}`;
  if (overdue === 0) return 'No messages were due';
  return sent === overdue
    ? `Sent ${formatCount(sent)}`
    : `Sent ${formatCount(sent)}; ${formatCount(overdue - sent)} still waiting`;
}
