import { isTracing, type TraceCarrier } from '@dripline/runtime/tracing';
import type { EntityManager } from 'typeorm';
import type { OutboxEntry } from './outbox-entry.entity';

/** Loads the trace of the lead behind each entry, by the entry's subject. Empty if tracing is off. */
export async function loadTraces(db: EntityManager, entries: OutboxEntry[]): Promise<Map<string, TraceCarrier>> {
  if (!isTracing() || entries.length === 0) return new Map();
  const rows = await db.query<{ id: string; traceparent: string }[]>(
    `SELECT e.id, l.traceparent FROM enrollments e JOIN leads l ON l.id = e.lead_id WHERE e.id = ANY($1) AND l.traceparent IS NOT NULL
     UNION ALL SELECT id, traceparent FROM leads WHERE id = ANY($1) AND traceparent IS NOT NULL`,
    [entries.map(({ subjectId }) => subjectId)],
  );
  return new Map(rows.map(({ id, traceparent }) => [id, { traceparent }]));
}
