import type { EntityManager } from 'typeorm';
import type { EvidenceEntry, EvidenceHold } from './evidence.types';

const MAX_ENTRIES = 5_000;

const ENTRIES = `
  SELECT kind, occurred_at AS "occurredAt", client_name AS "clientName", details, true AS "isErased" FROM evidence WHERE number_hash = number_hash($1)
  UNION ALL
  SELECT 'consent', c.created_at, cl.business_name, jsonb_build_object('disclosure', c.disclosure, 'via', c.via, 'page', c.page, 'pageVersion', c.page_version,
    'ipAddress', c.ip_address, 'userAgent', c.user_agent, 'recordedBy', c.recorded_by), false FROM consents c JOIN clients cl ON cl.id = c.client_id WHERE c.phone_e164 = $1
  UNION ALL
  SELECT 'message', m.sent_at, cl.business_name, jsonb_build_object('body', m.body, 'template', m.template, 'step', m.step, 'segments', m.segments, 'sender', m.sender,
    'providerId', m.provider_id, 'deliveryStatus', m.delivery_status), false FROM sms_messages m JOIN clients cl ON cl.id = m.client_id WHERE m.to_e164 = $1 AND m.sent_at IS NOT NULL
  ORDER BY 2 DESC LIMIT ${MAX_ENTRIES}`;

/** The evidence of a number, without the setting for how long it is kept. */
export interface LoadedEvidence {
  phone: string;
  optedOutAt: Date | null;
  legalHold: EvidenceHold | null;
  /** The newest 5,000, oldest first. */
  entries: EvidenceEntry[];
}

/** Loads what proves that a number agreed, and everything that was sent to it, also of deleted leads and clients. */
export async function loadEvidence(db: EntityManager, phone: string): Promise<LoadedEvidence> {
  const entries = await db.query<EvidenceEntry[]>(ENTRIES, [phone]);
  const [legalHold] = await db.query<EvidenceHold[]>(
    'SELECT reason, set_by AS "setBy", created_at AS "createdAt" FROM legal_holds WHERE number_hash = number_hash($1)',
    [phone],
  );
  const [suppression] = await db.query<{ since: Date | null }[]>(
    'SELECT min(created_at) AS since FROM suppressions WHERE number_hash = number_hash($1)',
    [phone],
  );
  return {
    phone,
    optedOutAt: suppression?.since ?? null,
    legalHold: legalHold ?? null,
    entries: entries.reverse(),
  };
}
