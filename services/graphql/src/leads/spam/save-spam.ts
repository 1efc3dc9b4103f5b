import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { SpamLead } from './spam-lead.entity';

const spamSubmissions = new Counter({
  name: 'dripline_spam_submissions_total',
  help: 'Submissions that were classified as spam, by reason.',
  labelNames: ['reason'],
  registers: [metrics],
});

/** Saves suspected spam for its client to review. Returns its id, or null if a submission has the same key. */
export async function saveSpam(db: EntityManager, spam: Partial<SpamLead>): Promise<string | null> {
  const inserted = await db
    .createQueryBuilder()
    .insert()
    .into(SpamLead)
    .values(spam)
    .orIgnore()
    .returning(['id'])
    .execute();
  const [row] = inserted.raw as { id: string }[];
  if (!row) return null;
  spamSubmissions.inc({ reason: spam.reason });
  return row.id;
}
