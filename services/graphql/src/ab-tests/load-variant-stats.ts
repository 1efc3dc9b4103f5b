import { type EntityManager, In } from 'typeorm';
import { AbTestVariant, type AbTestVariantStats } from './ab-test-variant.entity';
import { chancesToBeBest } from './chance-to-be-best';

/** Loads the figures of the variants of tests in two statements, each in the order of the variants. */
export async function loadVariantStats(
  db: EntityManager,
  testIds: readonly string[],
): Promise<(AbTestVariantStats & Pick<AbTestVariant, 'id'>)[][]> {
  const variants = await db.find(AbTestVariant, { where: { testId: In([...testIds]) }, order: { position: 'ASC' } });
  const rows = await db.query<{ id: string; leads: number; qualified: number }[]>(
    `SELECT variant_id AS id, count(*)::int AS leads, (count(*) FILTER (WHERE status IN ('qualified', 'converted')))::int AS qualified
     FROM leads WHERE variant_id = ANY($1) AND NOT held GROUP BY 1`,
    [variants.map(({ id }) => id)],
  );
  const counts = new Map(rows.map((row) => [row.id, row]));
  return testIds.map((testId) => {
    const stats = variants
      .filter((variant) => variant.testId === testId)
      .map(({ id, views, leads, qualified }) => ({
        ...{ id, views },
        leads: leads ?? counts.get(id)?.leads ?? 0,
        qualified: qualified ?? counts.get(id)?.qualified ?? 0,
      }));
    const chancesBy = (name: 'leads' | 'qualified') =>
      chancesToBeBest(stats.map((variant) => ({ views: variant.views, successes: variant[name] })));
    const [byLeads, byQualified] = [chancesBy('leads'), chancesBy('qualified')];
    return stats.map((variant, index) => ({
      ...variant,
      chanceByLeads: byLeads[index]!,
      chanceByQualified: byQualified[index]!,
    }));
  });
}
