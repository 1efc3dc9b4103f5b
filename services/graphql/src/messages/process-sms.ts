import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { leaveWord } from '../outbox/outbox';

/** How long the caller waits for due texts to go, in ms. */
const PATIENCE_MS = 8_000;

interface Due {
  id: string;
  next_step: number;
}

/** Wakes every enrollment in scope whose next text is overdue, and answers how many went. Nothing goes before it is due. */
export async function processSms(
  ctx: Context,
  clientId: string | null,
): Promise<{ message: string; processed: number }> {
  if (clientId === null && ctx.actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in');
  const due = await ctx.dataSource.transaction(async (db) => {
    const found = await db.query<Due[]>(
      `SELECT id, next_step FROM enrollments
       WHERE status IN ('active', 'held') AND next_due_at <= now() AND ($1::uuid IS NULL OR client_id = $1) ORDER BY next_due_at LIMIT 1000`,
      [clientId],
    );
    await db.query('UPDATE outbox SET next_attempt_at = now() WHERE subject_id = ANY($1)', [found.map(({ id }) => id)]);
    await leaveWord(
      db,
      'signal',
      found.map(({ id }) => id),
    );
    return found;
  });
  ctx.followUps.nudge();
  const processed = await countSent(ctx, due);
  return { message: inWords(due.length, processed), processed };
}

async function countSent({ dataSource }: Context, due: Due[]): Promise<number> {
  const patience = Date.now() + PATIENCE_MS;
  for (;;) {
    const [{ sent }] = await dataSource.query<[{ sent: number }]>(
      `SELECT count(*)::int AS sent FROM sms_messages m JOIN unnest($1::uuid[], $2::int[]) AS due (id, step)
         ON m.enrollment_id = due.id AND m.step = due.step WHERE m.status = 'sent'`,
      [due.map(({ id }) => id), due.map(({ next_step }) => next_step)],
    );
    if (sent === due.length || Date.now() >= patience) return sent;
    await delay(150);
  }
}

function inWords(due: number, sent: number): string {
  const texts = (n: number) => `${n} message${n === 1 ? '' : 's'}`;
  if (due === 0) return 'No messages were due';
  return sent === due ? `Sent ${texts(sent)}` : `Sent ${texts(sent)}; ${texts(due - sent)} still waiting`;
}
