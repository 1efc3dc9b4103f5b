import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { isSystemScope } from '../access/scope';
import { Lead } from './lead.entity';
import { type LeadFilter, LeadSort, type LeadsArgs, SortOrder } from './lead.inputs';

// Plain SQL, because TypeORM's query builder takes longer than the query itself when a search finds few leads.

// Must be identical to the expression of leads_search_idx. Otherwise Postgres does not use the index.
const SEARCHED = `(coalesce(lead.full_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.phone, '') || ' ' || coalesce(lead.phone_e164, ''))`;

const sortColumns: Record<LeadSort, string> = {
  createdAt: 'lead.created_at',
  fullName: 'lead.full_name',
  campaignName: 'campaign.name',
  status: 'lead.status',
};

/** A lead with its campaign's name. */
export type ListedLead = Lead & { campaignName: string };

/** A page of leads, and the total number of leads on all pages. */
export interface FoundLeads {
  items: ListedLead[];
  total: number;
}

/** A WHERE condition over `leads lead`, and the values of its parameters. */
export interface LeadCondition {
  where: string;
  values: unknown[];
}

/** Returns one page of a client's leads and their total number. `withHeld` includes leads over the monthly limit. */
export async function findLeads(db: EntityManager, args: LeadsArgs, withHeld: boolean): Promise<FoundLeads> {
  const conditions = leadConditions(args, withHeld);
  // Only searches are counted by the query. All other totals are kept in `lead_counts`.
  const total = isSearch(args) ? 'count(*) OVER ()' : storedTotal(args, withHeld);
  const rows = await selectLeads<{ total: string }>(db, args, conditions, { ...args, plus: { total } });
  const items = rows.map(({ total: _, ...lead }) => lead as ListedLead);
  const isPastTheEnd = rows.length === 0 && Boolean(args.offset);
  return { items, total: isPastTheEnd ? await countMatchingLeads(db, conditions) : Number(rows[0]?.total ?? 0) };
}

/** Selects the leads that match, in the filter's order. `plus` adds computed columns, by name. */
export function selectLeads<Plus = unknown>(
  db: EntityManager,
  filter: LeadFilter,
  { where, values }: LeadCondition,
  { limit, offset, plus = {} }: { limit?: number | null; offset?: number | null; plus?: Record<string, string> } = {},
): Promise<(ListedLead & Plus)[]> {
  const order = orderOf(filter);
  const pagination = `${limit ? `LIMIT ${Number(limit)}` : ''} ${offset ? `OFFSET ${Number(offset)}` : ''}`;
  const extraColumns = Object.entries(plus);
  // Sorts ids before it loads rows, because a page may be a small part of all leads.
  return db.query(
    `SELECT ${columns(db)}, campaign.name AS "campaignName"${extraColumns.map(([name]) => `, page.${name}`).join('')}
     FROM (SELECT lead.id${extraColumns.map(([name, sql]) => `, ${sql} AS ${name}`).join('')} FROM leads lead
       ${filter.sort === LeadSort.campaignName ? 'JOIN campaigns campaign ON campaign.id = lead.campaign_id' : ''}
       WHERE ${where} ${order} ${pagination}) page
     JOIN leads lead ON lead.id = page.id JOIN campaigns campaign ON campaign.id = lead.campaign_id ${order}`,
    values,
  );
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

/** Builds the total from `lead_counts`. Its parameters are numbered as in `leadConditions`. */
function storedTotal({ campaignId, status }: LeadFilter, withHeld: boolean): string {
  const conditions = ['counted.client_id = $1', ...(withHeld ? [] : ['NOT counted.held'])];
  if (campaignId) conditions.push('counted.campaign_id = $2');
  if (status) conditions.push(`counted.status = $${campaignId ? 3 : 2}`);
  return `(SELECT sum(counted.leads) FROM lead_counts counted WHERE ${conditions.join(' AND ')})`;
}

async function countMatchingLeads(db: EntityManager, { where, values }: LeadCondition): Promise<number> {
  const [row] = await db.query<{ total: string }[]>(`SELECT count(*) AS total FROM leads lead WHERE ${where}`, values);
  return Number(row!.total);
}

function orderOf({ sort, order }: LeadFilter): string {
  const direction = order === SortOrder.asc ? 'ASC' : 'DESC';
  return `ORDER BY ${sortColumns[sort]} ${direction} ${sort === LeadSort.fullName ? 'NULLS LAST' : ''}, lead.id ${direction}`;
}

function columns(db: EntityManager): string {
  const all = db.connection.getMetadata(Lead).columns;
  return all.map(({ databaseName, propertyName }) => `lead.${databaseName} AS "${propertyName}"`).join(', ');
}
