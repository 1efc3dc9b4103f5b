import type { EntityManager } from 'typeorm';
import { AbTest } from './ab-test.entity';
import type { AbTestVariant } from './ab-test-variant.entity';

/** Finds the variants that the visitors of campaigns see. A test whose variants all have their views is complete. */
export async function findTestedVariants(
  db: EntityManager,
  campaignIds: readonly string[],
): Promise<AbTestVariant[][]> {
  const tests = await db
    .createQueryBuilder(AbTest, 'test')
    .innerJoinAndSelect('test.variants', 'variant')
    .where('test.campaignId IN (:...campaignIds) AND test.endedAt IS NULL', { campaignIds })
    .andWhere('EXISTS (SELECT FROM ab_test_variants v WHERE v.test_id = test.id AND v.views < test.views_per_variant)')
    .orderBy('variant.position')
    .getMany();
  const variants = new Map(tests.map((test) => [test.campaignId, test.variants]));
  return campaignIds.map((id) => variants.get(id) ?? []);
}
