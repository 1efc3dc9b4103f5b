import type { EntityManager } from 'typeorm';
import type { LeadHistoryEntry } from './lead-history.entity';

/** What changed of a lead. */
export type LeadHistoryChange = Pick<LeadHistoryEntry, 'clientId' | 'leadId' | 'kind' | 'previous' | 'current'>;

/** Stores what an account changed of leads, in the transaction that changes them. */
export async function recordHistory(
  db: EntityManager,
  actorName: string,
  changes: readonly LeadHistoryChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ clientId, leadId, kind, previous, current }) => ({
    client_id: clientId,
    lead_id: leadId,
    kind,
    previous,
    current,
  }));
  await db.query(
    `INSERT INTO lead_history (client_id, lead_id, kind, previous, current, actor_name)
     SELECT client_id, lead_id, kind, previous, current, $2 FROM json_populate_recordset(NULL::lead_history, $1)`,
    [JSON.stringify(rows), actorName],
  );
}
