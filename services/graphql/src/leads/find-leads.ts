import { isUUID } from 'class-validator';
import { Brackets, type EntityManager, ILike, type SelectQueryBuilder } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { Lead } from './lead.entity';
import { type LeadFilter, LeadSort, type LeadsArgs, SortOrder } from './lead.inputs';

// To the letter the expression of leads_search_idx, or Postgres does not use it.
const SEARCHED = `(coalesce(lead.full_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.phone, '') || ' ' || coalesce(lead.phone_e164, ''))`;

const column: Record<LeadSort, string> = {
  createdAt: 'lead.createdAt',
  fullName: 'lead.fullName',
  campaignName: 'campaign.name',
  status: 'lead.status',
};

/** One page of a client's leads, and how many there are. Held ones are listed only for the administrator. */
export async function findLeads(db: EntityManager, args: LeadsArgs, withHeld: boolean): Promise<[Lead[], number]> {
  const query = await filterLeads(db, args, withHeld);
  if (args.limit) query.limit(args.limit);
  if (args.offset) query.offset(args.offset);
  return Promise.all([query.getMany(), query.clone().limit(undefined).offset(undefined).orderBy().getCount()]);
}

/** The leads of a filter, in its order. */
export async function filterLeads(db: EntityManager, filter: LeadFilter, withHeld: boolean): Promise<SelectQueryBuilder<Lead>> {
  const { clientId, campaignId, status, sort, order } = filter;
  const search = filter.search?.trim();
  const query = db.createQueryBuilder(Lead, 'lead').where('lead.client_id = :clientId', { clientId });
  if (!withHeld) query.andWhere('NOT lead.held');
  if (campaignId) query.andWhere('lead.campaign_id = :campaignId', { campaignId: isUUID(campaignId) ? campaignId : null });
  if (status) query.andWhere('lead.status = :status', { status });
  if (search) await narrow(query, db, clientId, search);
  if (sort === LeadSort.campaignName) query.innerJoin('lead.campaign', 'campaign');
  const direction = order === SortOrder.asc ? 'ASC' : 'DESC';
  return query.orderBy(column[sort], direction, sort === LeadSort.fullName ? 'NULLS LAST' : undefined).addOrderBy('lead.id', direction);
}

async function narrow(query: SelectQueryBuilder<Lead>, db: EntityManager, clientId: string, search: string): Promise<void> {
  const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const digits = search.replace(/\D/g, '');
  // Ids rather than a subquery: Postgres can then use one index for each side of the OR.
  const named = await db.find(Campaign, { select: { id: true }, where: { clientId, name: ILike(like(search)) } });
  query.andWhere(
    new Brackets((either) => {
      either.where(`${SEARCHED} ILIKE :like`, { like: like(search) });
      if (digits.length >= 3 && /^[\d\s().+-]+$/.test(search)) either.orWhere(`${SEARCHED} ILIKE :digits`, { digits: like(digits) });
      if (named.length > 0) either.orWhere('lead.campaign_id = ANY(:named)', { named: named.map(({ id }) => id) });
    }),
  );
}
