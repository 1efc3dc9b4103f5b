import type { EntityManager } from 'typeorm';
import { type Actor, actorName } from '../access/access';
import type { Client } from '../clients/client.entity';

/** New limits of a client. */
export type NewLimits = Partial<
  Pick<Client, 'monthlyCampaignLimit' | 'monthlyLeadLimit' | 'monthlySMSLimit' | 'monthlySegmentLimit'>
>;

/** Records which limits an update will change. Call it before the update, with the clients locked. */
export async function recordLimitChanges(
  db: EntityManager,
  actor: Actor,
  clientIds: readonly string[],
  limits: NewLimits,
): Promise<void> {
  const values = [
    limits.monthlyCampaignLimit,
    limits.monthlyLeadLimit,
    limits.monthlySMSLimit,
    limits.monthlySegmentLimit,
  ].map((value) => value ?? null);
  if (values.every((value) => value === null)) return;
  await db.query(
    `INSERT INTO limit_changes (client_id, quota, previous, current, changed_by)
     SELECT c.id, q.quota, q.previous, q.current, $6 FROM clients c CROSS JOIN LATERAL (VALUES
       ('campaigns', c.monthly_campaign_limit, $2::int), ('leads', c.monthly_lead_limit, $3::int),
       ('messages', c.monthly_sms_limit, $4::int), ('segments', c.monthly_segment_limit, $5::int)
     ) q (quota, previous, current) WHERE c.id = ANY ($1) AND q.current <> q.previous`,
    [clientIds, ...values, actorName(actor)],
  );
}
