import { isUUID } from 'class-validator';
import { Brackets, type EntityManager, type SelectQueryBuilder } from 'typeorm';
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

/** A page of leads, each with its campaign’s id and name, and how many there are on all pages. */
export interface FoundLeads {
  items: Lead[];
  total: number;
}

/** One page of a client's leads, and how many there are. Held ones are listed only for the administrator. */
export async function findLeads(db: EntityManager, args: LeadsArgs, withHeld: boolean): Promise<FoundLeads> {
  // What was searched for is counted on the way; everything else was counted when it came.
  const total = args.search?.trim() ? 'count(*) OVER ()' : `(${countedLeads(args, withHeld)})`;
  const page = filterLeads(db, args, withHeld).select('lead.id', 'id').addSelect(total, 'total');
  if (args.limit) page.limit(args.limit);
  if (args.offset) page.offset(args.offset);
  // Ids first: sorting a fifth of all leads moves ids about, not rows.
  const query = db.createQueryBuilder(Lead, 'lead').innerJoin(`(${page.getQuery()})`, 'page', 'page.id = lead.id').setParameters(page.getParameters());
  query.innerJoin('lead.campaign', 'campaign').addSelect(['campaign.id', 'campaign.name']).addSelect('page.total', 'total');
  const { entities, raw } = await inOrder(query, args).getRawAndEntities<{ total: string }>();
  const isPastTheEnd = raw.length === 0 && Boolean(args.offset);
  return { items: entities, total: isPastTheEnd ? await filterLeads(db, args, withHeld).orderBy().getCount() : Number(raw[0]?.total ?? 0) };
}

function countedLeads({ campaignId, status }: LeadFilter, withHeld: boolean): string {
  const conditions = ['counted.client_id = :clientId', ...(withHeld ? [] : ['NOT counted.held'])];
  if (campaignId) conditions.push('counted.campaign_id = :campaignId');
  if (status) conditions.push('counted.status = :status');
  return `SELECT sum(counted.leads) FROM lead_counts counted WHERE ${conditions.join(' AND ')}`;
}

/** The leads of a filter, in its order. */
export function filterLeads(db: EntityManager, filter: LeadFilter, withHeld: boolean): SelectQueryBuilder<Lead> {
  const { clientId, campaignId, status, sort } = filter;
  const search = filter.search?.trim();
  const query = db.createQueryBuilder(Lead, 'lead').where('lead.client_id = :clientId', { clientId });
  if (!withHeld) query.andWhere('NOT lead.held');
  if (campaignId) query.andWhere('lead.campaign_id = :campaignId', { campaignId: isUUID(campaignId) ? campaignId : null });
  if (status) query.andWhere('lead.status = :status', { status });
  if (search) narrow(query, search);
  if (sort === LeadSort.campaignName) query.innerJoin('lead.campaign', 'campaign');
  return inOrder(query, filter);
}

function inOrder(query: SelectQueryBuilder<Lead>, { sort, order }: LeadFilter): SelectQueryBuilder<Lead> {
  const direction = order === SortOrder.asc ? 'ASC' : 'DESC';
  return query.orderBy(column[sort], direction, sort === LeadSort.fullName ? 'NULLS LAST' : undefined).addOrderBy('lead.id', direction);
}

function narrow(query: SelectQueryBuilder<Lead>, search: string): void {
  const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const digits = search.replace(/\D/g, '');
  query.andWhere(
    new Brackets((either) => {
      either.where(`${SEARCHED} ILIKE :like`, { like: like(search) });
      if (digits.length >= 3 && /^[\d\s().+-]+$/.test(search)) either.orWhere(`${SEARCHED} ILIKE :digits`, { digits: like(digits) });
      // An array, found first: Postgres can then use one index for each side of the OR.
      either.orWhere(
        'lead.campaign_id = ANY(ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = :clientId AND named.name ILIKE :like))',
      );
    }),
  );
}
