import { isUUID } from 'class-validator';
import { Brackets, type EntityManager } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Lead } from './lead.entity';
import type { LeadsArgs } from './lead.inputs';

/** A client's leads, newest first. Held ones are listed only for the administrator. */
export async function findLeads(db: EntityManager, args: LeadsArgs, withHeld: boolean): Promise<[Lead[], number]> {
  const { clientId, campaignId, status, search, limit, offset } = args;
  const query = db.createQueryBuilder(Lead, 'lead').where('lead.client_id = :clientId', { clientId });
  if (!withHeld) query.andWhere('NOT lead.held');
  if (campaignId) query.andWhere('lead.campaign_id = :campaignId', { campaignId: isUUID(campaignId) ? campaignId : null });
  if (status) query.andWhere('lead.status = :status', { status });
  if (search?.trim()) {
    const like = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    const digits = search.replace(/\D/g, '');
    query.andWhere(
      new Brackets((either) => {
        either.where('lead.full_name ILIKE :like OR lead.email ILIKE :like OR lead.phone ILIKE :like', { like });
        if (digits.length >= 3) either.orWhere('lead.phone_e164 LIKE :digits', { digits: `%${digits}%` });
        const named = query.subQuery().select('campaign.id').from(Campaign, 'campaign').where('campaign.client_id = :clientId AND campaign.name ILIKE :like');
        either.orWhere(`lead.campaign_id IN ${named.getQuery()}`);
      }),
    );
  }
  query.orderBy('lead.createdAt', 'DESC').addOrderBy('lead.id', 'DESC');
  if (limit) query.limit(limit);
  if (offset) query.offset(offset);
  return query.getManyAndCount();
}
