import type { EntityManager } from 'typeorm';
import type { ViewGroupInput } from './landing.types';

/** Longest source that is kept; a longer one is cut. */
const MAX_SOURCE_LENGTH = 100;

/** A source as it is kept; none is null. */
export const keptSource = (source: string | null | undefined): string | null =>
  source?.slice(0, MAX_SOURCE_LENGTH) || null;

/**
 * Stores one batch of a door's views, each at its own time, by one statement: a batch that comes again under its number, or while it is still being stored, counts once.
 * Views of a campaign that was deleted meanwhile are nobody's.
 */
export async function recordViews(
  db: EntityManager,
  door: string,
  batch: number,
  groups: ViewGroupInput[],
): Promise<boolean> {
  const views = groups.flatMap(({ campaignId, source, agesMs }) =>
    agesMs.map((age) => ({ campaignId, source: keptSource(source), age })),
  );
  const [row] = await db.query<[{ isNew: boolean }]>(
    `WITH fresh AS (
       INSERT INTO landing_doors AS door (id, batch) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET batch = excluded.batch WHERE door.batch < excluded.batch RETURNING id
     ), stored AS (
       INSERT INTO views (campaign_id, source, created_at)
       SELECT view.campaign_id, view.source, now() - view.age * interval '1 millisecond'
       FROM fresh, unnest($3::uuid[], $4::text[], $5::integer[]) AS view (campaign_id, source, age) JOIN campaigns ON campaigns.id = view.campaign_id
     )
     SELECT EXISTS (SELECT FROM fresh) AS "isNew"`,
    [
      door,
      batch,
      views.map(({ campaignId }) => campaignId),
      views.map(({ source }) => source),
      views.map(({ age }) => age),
    ],
  );
  return row.isNew;
}
