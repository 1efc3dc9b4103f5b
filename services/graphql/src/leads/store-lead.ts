import type { EntityManager } from 'typeorm';
import { prepared } from '../database/prepared-statement';
import type { Alert } from '../lead-notifications/lead-notification.entity';
import { countRefusal } from '../usage/usage';
import type { GivenConsent } from './consent/find-consent';
import type { Lead } from './lead.entity';

/** What a submission makes, before it has an id. */
export type NewLead = Pick<
  Lead,
  | 'clientId'
  | 'campaignId'
  | 'formData'
  | 'fullName'
  | 'email'
  | 'phone'
  | 'phoneE164'
  | 'source'
  | 'idempotencyKey'
  | 'traceparent'
>;

interface Parts {
  consent: GivenConsent | null;
  /** What tells the business of it. */
  alert: Pick<Alert, 'toE164' | 'body'> | null;
  /** The caller starts the lead's sequences, and tells webhooks of it, in the same transaction. Without it nothing is stored where there is one of either. */
  begins: boolean;
}

/*
 * One way to the database and back: all of one client's submissions wait for each other from the limit's row on. The limit first, then the lead and the counts that follow it: releasing
 * held leads takes them in the same order.
 */
const STORE = {
  name: 'store-lead',
  text: `
    WITH counted AS MATERIALIZED (
      SELECT reserve_usage($1::uuid, 'leads') AS fits WHERE $18::boolean OR NOT (
        EXISTS (SELECT FROM sequences WHERE campaign_id = $2::uuid AND trigger_event = 'lead_created')
        OR EXISTS (SELECT FROM webhooks w JOIN clients c ON c.id = w.client_id WHERE w.client_id = $1::uuid AND w.enabled AND c.webhooks_enabled AND 'lead.created' = ANY(w.events)))
    ), stored AS (
      INSERT INTO leads (client_id, campaign_id, form_data, full_name, email, phone, phone_e164, source, idempotency_key, traceparent, held)
      SELECT $1, $2, $3::json, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, NOT fits FROM counted RETURNING id, held
    ), agreed AS (
      INSERT INTO consents (lead_id, wording, via, page_version, address, user_agent) SELECT id, $11::text, $12::text, $13::text, $14::text, $15::text FROM stored WHERE $11 IS NOT NULL
    ), told AS (
      INSERT INTO alerts (lead_id, client_id, to_e164, body) SELECT id, $1, $16::text, $17::text FROM stored WHERE NOT held AND $16 IS NOT NULL RETURNING lead_id
    ), word AS (
      INSERT INTO outbox (kind, subject_id) SELECT 'alert', lead_id FROM told
    )
    SELECT id, held FROM stored`,
};

/**
 * Counts and stores a lead, with its consent and the word that goes to its business: all of it, or nothing. Over the monthly limit it is held, and nobody is told.
 * Null where it begins something that the caller does not. Throws the unique violation of `leads_idempotency_key` where a submission with the same key was faster.
 */
export async function storeLead(
  db: EntityManager,
  lead: NewLead,
  { consent, alert, begins }: Parts,
): Promise<Pick<Lead, 'id' | 'held'> | null> {
  const { clientId, campaignId, formData, fullName, email, phone, phoneE164, source, idempotencyKey, traceparent } =
    lead;
  const of = [
    clientId,
    campaignId,
    JSON.stringify(formData),
    fullName,
    email,
    phone,
    phoneE164,
    source,
    idempotencyKey,
    traceparent,
  ];
  const agreed = [consent?.wording, consent?.via, consent?.pageVersion, consent?.address, consent?.userAgent];
  const [stored] = await prepared<Pick<Lead, 'id' | 'held'>>(db, STORE, [
    ...of,
    ...agreed,
    alert?.toE164,
    alert?.body,
    begins,
  ]);
  if (stored?.held) countRefusal('leads');
  return stored ?? null;
}
