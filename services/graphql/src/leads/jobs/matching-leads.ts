import type { EntityManager } from 'typeorm';
import type { LeadFilter } from '../filters/lead-filter';
import { leadList } from '../lead.connection';
import type { Lead } from '../lead.entity';
import type { LeadJob } from './lead-job.entity';

/**
 * Builds a query of a client's leads that match a filter. Held leads are left out, because they are hidden from clients.
 */
function matching(clientId: string, filter: LeadFilter) {
  const conditions = leadList('lead.client_id', { filter }, false).conditions!;
  return {
    conditions,
    /** Of a subquery that Postgres does not merge, because a search would be repeated for each lead then. */
    select: (columns: string, rest: string) =>
      `SELECT matching.* FROM clients parent CROSS JOIN LATERAL (
         SELECT ${columns} FROM leads lead WHERE lead.client_id = parent.id AND ${conditions.where} ${rest}
       ) matching WHERE parent.id = ${conditions.value(clientId)}`,
  };
}

/** Counts a client's leads that match a filter. */
export async function countMatching(db: EntityManager, clientId: string, filter: LeadFilter): Promise<number> {
  const { conditions, select } = matching(clientId, filter);
  const counted = select('count(*)::int AS leads', '');
  const [{ leads }] = await db.query<[{ leads: number }]>(counted, conditions.values);
  return leads;
}

/** The position of a lead in the order of a job, in the database's precision. */
export interface LeadPosition {
  id: string;
  at: string;
}

/** Finds the next leads of a job, oldest first. */
export function findMatching(db: EntityManager, job: LeadJob, size: number): Promise<LeadPosition[]> {
  const { conditions, select } = matching(job.clientId, job.filter);
  const [at, id, jobId] = [job.cursorAt, job.cursorId, job.id].map((value) => conditions.value(value));
  conditions.add(`(lead.created_at, lead.id) > (${at}::timestamptz, ${id}::uuid)`);
  conditions.add(`lead.created_at <= (SELECT created_at FROM lead_jobs WHERE id = ${jobId})`);
  const page = select('lead.id, lead.created_at::text AS at', `ORDER BY lead.created_at, lead.id LIMIT ${size}`);
  return db.query(page, conditions.values);
}

/** Returns those of the locked leads of a page that still match, because somebody may have changed them meanwhile. */
export async function keepMatching(db: EntityManager, job: LeadJob, leads: readonly Lead[]): Promise<Lead[]> {
  const { conditions, select } = matching(job.clientId, job.filter);
  conditions.add(`lead.id = ANY (${conditions.value(leads.map(({ id }) => id))})`);
  const rows = await db.query<{ id: string }[]>(select('lead.id', `LIMIT ${leads.length}`), conditions.values);
  const ids = new Set(rows.map(({ id }) => id));
  return leads.filter(({ id }) => ids.has(id));
}
