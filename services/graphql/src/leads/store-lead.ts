import type { EntityManager } from 'typeorm';
import { runPrepared } from '../database/run-prepared';
import type { LeadNotification } from '../lead-notifications/lead-notification.entity';
import { countQuotaExceeded } from '../usage/quota';
import type { SubmittedConsent } from './consent/to-consent';
import type { Lead } from './lead.entity';

/** A lead before it is stored. */
export type NewLead = Pick<
  Lead,
  | 'clientId'
  | 'campaignId'
  | 'formData'
  | 'formLabels'
  | 'fullName'
  | 'email'
  | 'phone'
  | 'phoneE164'
  | 'source'
  | 'attribution'
  | 'adConsent'
  | 'adConsentText'
  | 'variantId'
  | 'idempotencyKey'
  | 'bodyHash'
  | 'traceparent'
>;

interface LeadExtras {
  consent: SubmittedConsent | null;
  /** The notification to the business, if its number can receive messages. */
  notification: Pick<LeadNotification, 'toE164' | 'body'> | null;
  /**
   * Whether the caller starts sequences and webhook deliveries in the same transaction. If false and the campaign has
   * any, nothing is stored, and the caller tries again in a transaction.
   */
  startsWork: boolean;
}

/*
 * A single statement, because all submissions of a client wait for the lock on the limit's row.
 * It locks the limit before the lead and its counts, in the same order as releasing held leads.
 */
const STORE = {
  name: 'store-lead',
  text: `
    WITH counted AS MATERIALIZED (
      SELECT reserve_usage($1::uuid, 'leads', 0) AS fits WHERE $18::boolean OR NOT (
        EXISTS (SELECT FROM sequences WHERE campaign_id = $2::uuid AND trigger_event = 'lead_created')
        OR EXISTS (SELECT FROM webhooks w JOIN clients c ON c.id = w.client_id WHERE w.client_id = $1::uuid AND w.enabled AND c.webhooks_enabled AND w.events && '{lead.created,lead.conversion}'))
    ), stored AS (
      INSERT INTO leads (client_id, campaign_id, form_data, full_name, email, phone, phone_e164, source, idempotency_key, traceparent, held, body_hash, form_labels, variant_id, attribution, ad_consent, ad_consent_text)
      SELECT $1, $2, $3::json, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, NOT fits, $19::text, $21::jsonb, $22::uuid, $23::jsonb, $24::boolean, $25::text FROM counted RETURNING id, held
    ), stored_consent AS (
      INSERT INTO consents (client_id, lead_id, phone_e164, disclosure, via, page_version, ip_address, user_agent, page) SELECT $1, id, $7, $11::text, $12::text, $13::text, $14::text, $15::text, $20::text FROM stored WHERE $11 IS NOT NULL
    ), notification AS (
      INSERT INTO lead_notifications (lead_id, client_id, to_e164, body) SELECT id, $1, $16::text, $17::text FROM stored WHERE NOT held AND $16 IS NOT NULL RETURNING lead_id
    ), shown_notification AS (
      INSERT INTO notifications (client_id, kind, lead_id) SELECT $1, 'new_lead', id FROM stored WHERE NOT held
    ), outbox_entry AS (
      INSERT INTO outbox (kind, client_id, subject_id) SELECT 'lead_notification', $1, lead_id FROM notification
    )
    SELECT id, held FROM stored`,
};

/**
 * Counts a lead towards the monthly limit and stores it with its consent, notification and outbox entry, atomically.
 * Over the limit, the lead is held and not notified.
 *
 * @returns null if the lead starts something and `startsWork` is false
 * @throws the unique violation of `leads_idempotency_key` if a submission with the same key was stored first
 */
export async function storeLead(
  db: EntityManager,
  lead: NewLead,
  { consent, notification, startsWork }: LeadExtras,
): Promise<Pick<Lead, 'id' | 'held'> | null> {
  const { clientId, campaignId, formData, fullName, email, phone, phoneE164, source, idempotencyKey, traceparent } =
    lead;
  const leadValues = [
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
  const consentValues = [
    consent?.disclosure,
    consent?.via,
    consent?.pageVersion,
    consent?.ipAddress,
    consent?.userAgent,
  ];
  const [stored] = await runPrepared<Pick<Lead, 'id' | 'held'>>(db, STORE, [
    ...leadValues,
    ...consentValues,
    notification?.toE164,
    notification?.body,
    startsWork,
    lead.bodyHash,
    consent?.page,
    lead.formLabels && JSON.stringify(lead.formLabels),
    lead.variantId,
    lead.attribution && JSON.stringify(lead.attribution),
    lead.adConsent,
    lead.adConsentText,
  ]);
  if (stored?.held) countQuotaExceeded('leads');
  return stored ?? null;
}
