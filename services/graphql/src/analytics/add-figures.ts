import type { DataSource } from 'typeorm';
import { DailyFigures } from './daily-figures.entity';
import { figureNames } from './analytics.types';

/** Changes in one transaction. */
const PAGE_SIZE = 10_000;

/** Adds what triggers counted in `figure_changes` to `daily_figures`, in pages. */
export async function addFigures(dataSource: DataSource, signal?: AbortSignal): Promise<void> {
  const { columns } = dataSource.getMetadata(DailyFigures);
  const figures = figureNames.map((name) => columns.find(({ propertyName }) => propertyName === name)!.databaseName);
  const sums = figures.map((figure) => `coalesce(sum(count) FILTER (WHERE figure = '${figure}'), 0)`);
  const added = figures.map((figure) => `${figure} = known.${figure} + excluded.${figure}`);
  // Locks clients before their campaigns, as a deletion does. IS TRUE makes Postgres hash the clients: it expects few, and
  // would compare each campaign with each of thousands. A change of a deleted campaign belongs only to its source:
  // the campaign took all its other figures with it.
  const sql = `
    WITH taken AS MATERIALIZED (
      DELETE FROM figure_changes WHERE id = ANY (ARRAY(SELECT id FROM figure_changes ORDER BY id LIMIT ${PAGE_SIZE} FOR UPDATE SKIP LOCKED)) RETURNING *
    ), owners AS MATERIALIZED (
      SELECT id FROM clients WHERE id IN (SELECT client_id FROM taken) ORDER BY id FOR KEY SHARE
    ), parents AS MATERIALIZED (
      SELECT id FROM campaigns WHERE id IN (SELECT campaign_id FROM taken) AND (client_id IN (SELECT id FROM owners)) IS TRUE ORDER BY id FOR KEY SHARE
    ), scoped AS (
      SELECT scope.name, t.day, scope.id, CASE WHEN scope.name IN ('client', 'campaign') THEN t.client_id END AS client_id,
        CASE scope.name WHEN 'campaign' THEN t.campaign_id END AS campaign_id, t.figure, t.count
      FROM taken t LEFT JOIN owners o ON o.id = t.client_id LEFT JOIN parents p ON p.id = t.campaign_id
      CROSS JOIN LATERAL (VALUES
        ('campaign', p.id::text), ('source', t.source),
        ('client', CASE WHEN p.id IS NOT NULL OR t.campaign_id IS NULL THEN o.id::text END),
        ('agency', CASE WHEN p.id IS NOT NULL OR t.campaign_id IS NULL THEN '' END)
      ) scope (name, id) WHERE scope.id IS NOT NULL
    ), stored AS (
      INSERT INTO daily_figures AS known (scope, day, id, client_id, campaign_id, ${figures.join(', ')})
      SELECT name, day, id, client_id, campaign_id, ${sums.join(', ')} FROM scoped GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3
      ON CONFLICT (scope, day, id) DO UPDATE SET ${added.join(', ')}
    )
    SELECT count(*)::int AS taken FROM taken`;
  for (;;) {
    const [row] = await dataSource.query<[{ taken: number }]>(sql);
    if (row.taken < PAGE_SIZE || signal?.aborted) return;
  }
}
