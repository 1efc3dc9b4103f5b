import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { isSystemScope } from '../access/scope';
import { findPage, type List, type Page, type PageArgs, type Sort } from '../api/pagination';
import { Lead } from './lead.entity';
import { type LeadFilter, type LeadSort, SortOrder } from './lead.inputs';

// Must be identical to the expression of leads_search_idx. Otherwise Postgres does not use the index.
const SEARCHED = `(coalesce(lead.full_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.phone, '') || ' ' || coalesce(lead.phone_e164, ''))`;

const sorts: Record<LeadSort, Pick<Sort, 'by' | 'type' | 'nullable' | 'join'>> = {
  createdAt: { by: 'lead.created_at', type: 'time' },
  fullName: { by: 'lead.full_name', type: 'text', nullable: true },
  campaignName: {
    by: 'campaign.name',
    type: 'text',
    join: 'JOIN campaigns campaign ON campaign.id = lead.campaign_id',
  },
  status: { by: 'lead.status', type: 'leadStatus' },
};

/** A lead with its campaign's name. */
export type ListedLead = Lead & { campaignName: string };

/** A WHERE condition over `leads lead`, and the values of its parameters. */
export interface LeadCondition {
  where: string;
  values: unknown[];
}

/**
 * Builds the SQL expression of the size of `form_data` in bytes. Postgres decompresses the value only if it is stored
 * compressed.
 */
export const formDataSize = (alias: string) =>
  `CASE WHEN pg_column_compression(${alias}.form_data) IS NULL THEN pg_column_size(${alias}.form_data) ELSE octet_length(${alias}.form_data::text) END`;

/** Returns a page of a client's leads, in the filter's order. `withHeld` includes leads over the monthly limit. */
export function findLeads(
  db: EntityManager,
  filter: LeadFilter,
  page: PageArgs,
  withHeld: boolean,
): Promise<Page<ListedLead>> {
  const list: List<Lead> = {
    entity: Lead,
    alias: 'lead',
    ...leadConditions(filter, withHeld),
    sort: { ...sorts[filter.sort], descending: filter.order === SortOrder.desc },
    columns: { campaignName: 'campaign.name' },
    join: 'JOIN campaigns campaign ON campaign.id = lead.campaign_id',
    size: formDataSize('lead'),
    total: totalOf(filter, page, withHeld),
  };
  return findPage(db, list as List<ListedLead>, page);
}

/** Builds the condition for a filter. */
export function leadConditions(filter: LeadFilter, withHeld: boolean): LeadCondition {
  const { clientId, campaignId, status } = filter;
  const values: unknown[] = [clientId];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const conditions = ['lead.client_id = $1'];
  if (!withHeld) conditions.push('NOT lead.held');
  if (campaignId) conditions.push(`lead.campaign_id = ${value(isUUID(campaignId) ? campaignId : null)}`);
  if (status) conditions.push(`lead.status = ${value(status)}`);
  if (isSearch(filter)) conditions.push(searchCondition(filter.search!.trim(), value));
  return { where: conditions.join(' AND '), values };
}

function searchCondition(search: string, value: (parameter: unknown) => string): string {
  const like = (text: string) => value(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const text = like(search);
  const digits = search.replace(/\D/g, '');
  const number = digits.length >= 3 && /^[\d\s().+-]+$/.test(search) ? like(digits) : null;
  // Under row-level security Postgres uses the search index only inside this function of the initial schema
  // (`row-policies.ts`), which applies the same conditions.
  if (!isSystemScope()) return `lead.id = ANY ((SELECT search_leads($1, ${text}, ${number ?? 'NULL'}))::uuid[])`;
  const alternatives = [`${SEARCHED} ILIKE ${text}`];
  if (number !== null) alternatives.push(`${SEARCHED} ILIKE ${number}`);
  // An array from a subquery, so that Postgres can use one index for each side of the OR.
  alternatives.push(
    `lead.campaign_id = ANY(ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = $1 AND named.name ILIKE ${text}))`,
  );
  return `(${alternatives.join(' OR ')})`;
}

function isSearch({ search }: LeadFilter): boolean {
  return Boolean(search?.trim());
}

/** Builds the total. Only searches are counted; other totals are kept in `lead_counts`. */
function totalOf(filter: LeadFilter, { after }: PageArgs, withHeld: boolean): string | undefined {
  if (!isSearch(filter)) return storedTotal(filter, withHeld);
  // After a cursor, the statement finds only the following leads.
  return after == null ? 'count(*) OVER ()' : undefined;
}

/** Builds the total from `lead_counts`. Its parameters are numbered as in `leadConditions`. */
function storedTotal({ campaignId, status }: LeadFilter, withHeld: boolean): string {
  const conditions = ['counted.client_id = $1', ...(withHeld ? [] : ['NOT counted.held'])];
  if (campaignId) conditions.push('counted.campaign_id = $2');
  if (status) conditions.push(`counted.status = $${campaignId ? 3 : 2}`);
  return `(SELECT sum(counted.leads) FROM lead_counts counted WHERE ${conditions.join(' AND ')})`;
}
