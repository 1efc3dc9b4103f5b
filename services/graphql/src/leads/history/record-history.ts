import type { EntityManager } from 'typeorm';
import type { LeadHistoryEntry } from './lead-history.entity';

/** Names that an entry lists at most. */
const MAX_NAMES = 5;

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

/** Lists names for an entry: “A”, “B” and 3 more. Null if there are none. */
export function quoteNames(names: readonly string[] = []): string | null {
  if (names.length === 0) return null;
  const listed = names
    .slice(0, MAX_NAMES)
    .map((name) => `“${name}”`)
    .join(', ');
  return names.length > MAX_NAMES ? `${listed} and ${names.length - MAX_NAMES} more` : listed;
}
