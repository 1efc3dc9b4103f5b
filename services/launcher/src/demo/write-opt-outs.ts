import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

/** Opt-outs from the sender that clients share are stored for all clients, under these values. */
const SHARED = { sender: 'shared', clientId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const MINUTES_TO_REPLY = 5;

/** Inserts a STOP reply to each message that was sent, and the opt-outs. The connection has the key of hashes. */
export async function writeOptOuts(
  db: Client,
  clientId: string,
  messages: readonly { lead_id: string; to_e164: string; sent_at: Date | null }[],
): Promise<void> {
  const replies = messages.flatMap(({ lead_id, to_e164: phone, sent_at }) =>
    sent_at
      ? [
          {
            ...{ lead_id, phone, provider_id: `demo-${randomUUID()}` },
            created_at: new Date(sent_at.getTime() + MINUTES_TO_REPLY * 60_000),
          },
        ]
      : [],
  );
  await db.query(
    `WITH stopped AS (SELECT * FROM jsonb_to_recordset($2) AS stopped (lead_id uuid, phone text, provider_id text, created_at timestamptz)),
       replied AS (
         INSERT INTO replies (client_id, lead_id, body, intent, provider_id, created_at)
         SELECT $1, lead_id, 'STOP', 'stop', provider_id, created_at FROM stopped
       ), suppressed AS (
         INSERT INTO suppressions (number_hash, sender, client_id, reason, created_at)
         SELECT number_hash(phone), $3, $4, 'stop', min(created_at) FROM stopped GROUP BY phone
         ON CONFLICT DO NOTHING RETURNING number_hash, created_at
       )
     INSERT INTO evidence (number_hash, kind, details, occurred_at)
     SELECT number_hash, 'opt_out', jsonb_build_object('sender', $3::text, 'reason', 'stop'), created_at FROM suppressed`,
    [clientId, JSON.stringify(replies), SHARED.sender, SHARED.clientId],
  );
}
