import { metrics } from '@dripline/runtime/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { SpamLead } from './spam-lead.entity';

const suspected = new Counter({
  name: 'dripline_spam_total',
  help: 'Submissions that look like a robot’s, by why.',
  labelNames: ['reason'],
  registers: [metrics],
});

/** Keeps a submission apart, for its client to look at. Answers its id, or that of an earlier one with the same key. */
export async function keepSpam(db: EntityManager, spam: Partial<SpamLead>): Promise<string> {
  const inserted = await db
    .createQueryBuilder()
    .insert()
    .into(SpamLead)
    .values(spam)
    .orIgnore()
    .returning(['id'])
    .execute();
  const [row] = inserted.raw as { id: string }[];
  if (row) {
    suspected.inc({ reason: spam.reason });
    return row.id;
  }
  return (await db.findOneByOrFail(SpamLead, { campaignId: spam.campaignId!, idempotencyKey: spam.idempotencyKey! }))
    .id;
}
