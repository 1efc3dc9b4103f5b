import type { EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import type { SendOutcomeInput } from '../messages/message-worker.types';
import { ProviderTrouble } from './provider-breaker.entity';
import { SmsStatus } from '../messages/outbound-message.entity';

/** How long all texts wait, in ms: what an account suffers from takes somebody to mend it, a line does not. */
const waits = {
  account: { shortest: 60_000, longest: 15 * 60_000 },
  unreachable: { shortest: 1_000, longest: 5 * 60_000 },
};
/** Longer than one call to the provider takes. */
const PROBE_MS = 15_000;

/** The provider refuses us as a whole, or is not there: all texts wait a while, longer each time in a row. Answers until when. */
export async function noteTrouble(db: EntityManager, reason: string): Promise<Date> {
  const { shortest, longest } = reason === 'unreachable' ? waits.unreachable : waits.account;
  const [row] = await db.query<{ until: Date }[]>(
    `INSERT INTO provider_troubles AS t (id, reason, times, until) VALUES (true, $1, 1, now() + $2 * interval '1 millisecond')
     ON CONFLICT (id) DO UPDATE SET reason = $1, probe_until = NULL,
       times = t.times + CASE WHEN t.until > now() THEN 0 ELSE 1 END,
       until = CASE WHEN t.until > now() THEN t.until ELSE now() + least($2 * 2 ^ least(t.times, 20), $3) * interval '1 millisecond' END
     RETURNING until`,
    [reason, shortest, longest],
  );
  return row!.until;
}

/** Once trouble's time has passed, one text at a time finds out whether it is over. Null says that this one may go, a time that it waits so long. */
export async function waitForTrouble(db: EntityManager, { until }: ProviderTrouble): Promise<Date | null> {
  if (until > new Date()) return until;
  const [, taken] = await db.query<[unknown[], number]>(
    `UPDATE provider_troubles SET probe_until = now() + $1 * interval '1 millisecond' WHERE until <= now() AND (probe_until IS NULL OR probe_until <= now())`,
    [PROBE_MS],
  );
  if (taken > 0) return null;
  const left = await db.findOneBy(ProviderTrouble, { id: true });
  return left && new Date(Math.max(left.until.getTime(), left.probeUntil?.getTime() ?? 0));
}

/** Refusals of one text by a provider that does answer. */
const answers = ['opted_out', 'bad_number', 'carrier_refused'];

/** Where the provider took or refused a text, what waited for it may go. */
export async function endTroubleAfter(
  db: EntityManager,
  { status, reason }: Pick<SendOutcomeInput, 'status' | 'reason'>,
): Promise<void> {
  if (status !== SmsStatus.sent && !answers.includes(reason ?? '')) return;
  const { affected } = await db.delete(ProviderTrouble, { id: true });
  if (!affected) return;
  const waiting = await db.find(Enrollment, {
    select: { id: true },
    where: { status: EnrollmentStatus.held, reason: 'provider_trouble' },
  });
  await leaveWord(
    db,
    'signal',
    waiting.map(({ id }) => id),
  );
}
