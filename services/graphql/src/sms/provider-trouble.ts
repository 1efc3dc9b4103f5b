import type { EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { ProviderTrouble } from './provider-trouble.entity';

const SHORTEST_MS = 60_000;
const LONGEST_MS = 15 * 60_000;

/** The provider refuses us as a whole: all texts wait a while, longer each time in a row. Answers until when. */
export async function noteTrouble(db: EntityManager, reason: string): Promise<Date> {
  const [row] = await db.query<{ until: Date }[]>(
    `INSERT INTO provider_troubles AS t (id, reason, times, until) VALUES (true, $1, 1, now() + $2 * interval '1 millisecond')
     ON CONFLICT (id) DO UPDATE SET reason = $1,
       times = t.times + CASE WHEN t.until > now() THEN 0 ELSE 1 END,
       until = CASE WHEN t.until > now() THEN t.until ELSE now() + least($2 * 2 ^ t.times, $3) * interval '1 millisecond' END
     RETURNING until`,
    [reason, SHORTEST_MS, LONGEST_MS],
  );
  return row!.until;
}

/** A text went: what waited for the provider may go. */
export async function endTrouble(db: EntityManager): Promise<void> {
  const { affected } = await db.delete(ProviderTrouble, { id: true });
  if (!affected) return;
  const waiting = await db.find(Enrollment, { select: { id: true }, where: { status: EnrollmentStatus.held, reason: 'provider_trouble' } });
  await leaveWord(db, 'signal', waiting.map(({ id }) => id));
}
