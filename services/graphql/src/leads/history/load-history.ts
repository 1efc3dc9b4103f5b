import type { EntityManager } from 'typeorm';
import { LeadStatus } from '../lead.entity';
import type { LeadHistoryEntry } from './lead-history.entity';

/** Older ones are not shown. */
const MAX_PER_LEAD = 200;

/** What somebody did with a lead: an entry of `lead_history`, a note, or a record of consent. */
export interface HistoryItem extends Pick<
  LeadHistoryEntry,
  'leadId' | 'previous' | 'current' | 'actorName' | 'createdAt'
> {
  kind: LeadHistoryEntry['kind'] | 'note' | 'consent';
}

/** Loads what people did with leads: the newest of each, and its import. */
export function loadHistory(db: EntityManager, leadIds: readonly string[]): Promise<HistoryItem[]> {
  return db.query<HistoryItem[]>(
    `SELECT lead_id AS "leadId", kind, previous, current, actor_name AS "actorName", created_at AS "createdAt" FROM (
       SELECT history.*, row_number() OVER (PARTITION BY lead_id ORDER BY created_at DESC) AS rank FROM (
         SELECT lead_id, kind, previous, current, actor_name, created_at FROM lead_history WHERE lead_id = ANY ($1::uuid[])
         UNION ALL SELECT lead_id, 'note', NULL, NULL, author_name, created_at FROM lead_notes WHERE lead_id = ANY ($1::uuid[])
         UNION ALL SELECT lead_id, 'consent', NULL, NULL, recorded_by, created_at FROM consents WHERE lead_id = ANY ($1::uuid[]) AND recorded_by IS NOT NULL
       ) history
     ) ranked WHERE rank <= ${MAX_PER_LEAD} OR kind = 'import'`,
    [leadIds],
  );
}

const statusNames: Record<string, string> = {
  [LeadStatus.new]: 'New',
  [LeadStatus.contacted]: 'Contacted',
  [LeadStatus.qualified]: 'Qualified',
  [LeadStatus.converted]: 'Converted',
};

/** Describes what somebody did with a lead, for display. */
export function describeItem({ kind, previous, current, actorName }: HistoryItem): string {
  switch (kind) {
    case 'status':
      return `${actorName} changed the status from ${statusNames[previous!]} to ${statusNames[current!]}`;
    case 'owner':
      return current === null ? `${actorName} removed the owner ${previous}` : `${actorName} made ${current} the owner`;
    case 'tags':
      return current === null
        ? `${actorName} removed the tags ${previous}`
        : `${actorName} added the tags ${current}${previous === null ? '' : ` and removed ${previous}`}`;
    case 'answers':
      return `${actorName} changed the answers to ${current}`;
    case 'import':
      return `Imported from ${current} by ${actorName}`;
    case 'opt_out':
      return `${actorName} recorded an opt-out. No text messages are sent to this number until it replies START`;
    case 'note':
      return `${actorName} wrote a note`;
    case 'consent':
      return `${actorName} recorded consent`;
  }
}
