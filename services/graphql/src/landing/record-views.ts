import { cleanSource } from '@dripline/runtime/landing/traffic-source';
import type { EntityManager } from 'typeorm';
import type { ViewGroupInput } from './landing-cache.types';

/**
 * Stores a batch of views that a service buffered, each with its own time, in one statement. A repeated batch counts once.
 * Views of deleted campaigns are dropped. The batch that completes an A/B test notifies the accounts of its client.
 *
 * @param batch a number that increases with each batch of the buffer
 * @returns false if the batch was stored before
 */
export async function recordViews(
  db: EntityManager,
  bufferId: string,
  batch: number,
  groups: ViewGroupInput[],
): Promise<boolean> {
  const views = groups.flatMap(({ campaignId, source, agesMs }) =>
    agesMs.map((age) => ({ campaignId, source: cleanSource(source), age })),
  );
  const tested = groups.filter(({ variantId }) => variantId != null);
  const [row] = await db.query<[{ isNew: boolean }]>(
    `WITH fresh AS (
       INSERT INTO view_buffers AS buffer (id, batch) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, updated_at = now() WHERE buffer.batch < excluded.batch RETURNING id
     ), stored AS (
       INSERT INTO views (campaign_id, source, created_at)
       SELECT view.campaign_id, view.source, now() - view.age * interval '1 millisecond'
       FROM fresh, unnest($3::uuid[], $4::text[], $5::integer[]) AS view (campaign_id, source, age) JOIN campaigns ON campaigns.id = view.campaign_id
     ), locked AS (
       SELECT tested.id, tested.test_id, tested.views, coalesce(viewed.count, 0) AS count FROM fresh, ab_test_variants tested LEFT JOIN (
         SELECT id, sum(count)::int AS count FROM unnest($6::uuid[], $7::integer[]) AS viewed (id, count) GROUP BY id
       ) viewed USING (id)
       -- All variants of a test, so that one batch knows that it completes the test.
       WHERE tested.test_id IN (SELECT test_id FROM ab_test_variants WHERE id = ANY($6)) ORDER BY tested.id FOR NO KEY UPDATE OF tested
     ), counted AS (
       UPDATE ab_test_variants variant SET views = variant.views + locked.count FROM locked WHERE variant.id = locked.id AND locked.count > 0
     ), notified AS (
       INSERT INTO notifications (client_id, kind, campaign_id) SELECT test.client_id, 'ab_test', test.campaign_id
       FROM locked JOIN ab_tests test ON test.id = locked.test_id WHERE test.ended_at IS NULL GROUP BY test.id
       HAVING min(locked.views) < test.views_per_variant AND min(locked.views + locked.count) >= test.views_per_variant
     )
     SELECT EXISTS (SELECT FROM fresh) AS "isNew"`,
    [
      bufferId,
      batch,
      views.map(({ campaignId }) => campaignId),
      views.map(({ source }) => source),
      views.map(({ age }) => age),
      tested.map(({ variantId }) => variantId),
      tested.map(({ agesMs }) => agesMs.length),
    ],
  );
  return row.isNew;
}
