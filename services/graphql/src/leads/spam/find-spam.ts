import type { EntityManager } from 'typeorm';
import { SpamLead } from './spam-lead.entity';
import type { SpamLeadsArgs } from './spam-lead.inputs';

/** Returns one page of a client's suspected spam, newest first, and the total number. */
export async function findSpam(
  db: EntityManager,
  { clientId, campaignId, limit, offset }: SpamLeadsArgs,
): Promise<{ items: SpamLead[]; total: number }> {
  const [items, total] = await db.findAndCount(SpamLead, {
    where: { clientId, ...(campaignId ? { campaignId } : {}) },
    order: { createdAt: 'DESC', id: 'DESC' },
    ...(limit ? { take: limit } : {}),
    ...(offset ? { skip: offset } : {}),
  });
  return { items, total };
}
