import type { EntityManager } from 'typeorm';
import type { PlaybookFigures } from './playbook.types';

/** How many copies a playbook has. */
export interface CopyCounts {
  copies: number;
  outdated: number;
}

/** Counts the copies of many playbooks in one statement. */
export async function loadCopyCounts(db: EntityManager, ids: readonly string[]): Promise<CopyCounts[]> {
  const rows = await db.query<({ id: string } & CopyCounts)[]>(
    // Counted for each playbook by itself, because Postgres would otherwise read the copies of all playbooks.
    `SELECT playbooks.id, counted.* FROM playbooks CROSS JOIN LATERAL (
       SELECT count(*)::int AS copies, (count(*) FILTER (WHERE version_number < newest_version))::int AS outdated
       FROM playbook_copies WHERE playbook_id = playbooks.id
     ) counted WHERE playbooks.id = ANY($1)`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { copies: 0, outdated: 0 });
}

/** Sums the figures of the copies of many playbooks in one statement, from the counts of their campaigns. */
export async function loadPlaybookFigures(db: EntityManager, ids: readonly string[]): Promise<PlaybookFigures[]> {
  const rows = await db.query<({ id: string } & PlaybookFigures)[]>(
    `WITH copies AS MATERIALIZED (SELECT playbook_id, campaign_id FROM playbook_copies WHERE playbook_id = ANY($1)
     ), views AS (
       SELECT playbook_id, sum(count)::int AS views FROM copies JOIN source_counts counts USING (campaign_id)
       WHERE day = '-infinity' AND kind = 'views' GROUP BY 1
     ), leads AS (
       SELECT playbook_id, sum(leads)::int AS leads, (sum(leads) FILTER (WHERE status IN ('qualified', 'converted')))::int AS qualified
       FROM copies CROSS JOIN LATERAL (SELECT status, leads FROM lead_counts WHERE campaign_id = copies.campaign_id AND NOT held OFFSET 0) counts GROUP BY 1
     )
     SELECT requested.id, coalesce(views, 0) AS views, coalesce(leads, 0) AS leads, coalesce(qualified, 0) AS qualified
     FROM unnest($1::uuid[]) requested (id) LEFT JOIN views ON views.playbook_id = requested.id LEFT JOIN leads ON leads.playbook_id = requested.id`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)!);
}
