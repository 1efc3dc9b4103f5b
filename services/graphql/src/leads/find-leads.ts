import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { seesAllClients } from '../access/scope';
import { Lead } from './lead.entity';
import { type LeadFilter, LeadSort, type LeadsArgs, SortOrder } from './lead.inputs';

// By hand, not by TypeORM's builder: a search that finds few would spend longer on making its statement and its objects than on reading.

// To the letter the expression of leads_search_idx, or Postgres does not use it.
const SEARCHED = `(coalesce(lead.full_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.phone, '') || ' ' || coalesce(lead.phone_e164, ''))`;

const column: Record<LeadSort, string> = {
  createdAt: 'lead.created_at',
  fullName: 'lead.full_name',
  campaignName: 'campaign.name',
  status: 'lead.status',
};

/** A lead with its campaign's name. */
export type ListedLead = Lead & { campaignName: string };

/** A page of leads, and how many there are on all pages. */
export interface FoundLeads {
  items: ListedLead[];
  total: number;
}

/** Part of a statement over `leads lead`, and the values of its $1, $2, … */
export interface LeadConditions {
  where: string;
  values: unknown[];
}

/** One page of a client's leads, and how many there are. Held ones are listed only for the administrator. */
export async function findLeads(db: EntityManager, args: LeadsArgs, withHeld: boolean): Promise<FoundLeads> {
  const conditions = leadConditions(args, withHeld);
  // What was searched for is counted on the way; everything else was counted when it came.
  const total = isSearch(args) ? 'count(*) OVER ()' : countedLeads(args, withHeld);
  const rows = await selectLeads<{ total: string }>(db, args, conditions, { ...args, plus: { total } });
  const items = rows.map(({ total: _, ...lead }) => lead as ListedLead);
  const isPastTheEnd = rows.length === 0 && Boolean(args.offset);
  return { items, total: isPastTheEnd ? await countLeads(db, conditions) : Number(rows[0]?.total ?? 0) };
}

/** The leads under these conditions in the filter's order, with what else is said of each page. */
export function selectLeads<Plus = unknown>(
  db: EntityManager,
  filter: LeadFilter,
  { where, values }: LeadConditions,
  { limit, offset, plus = {} }: { limit?: number | null; offset?: number | null; plus?: Record<string, string> } = {},
): Promise<(ListedLead & Plus)[]> {
  const order = orderOf(filter);
  const part = `${limit ? `LIMIT ${Number(limit)}` : ''} ${offset ? `OFFSET ${Number(offset)}` : ''}`;
  const named = Object.entries(plus);
  // Ids first: sorting a fifth of all leads moves ids about, not rows.
  return db.query(
    `SELECT ${columns(db)}, campaign.name AS "campaignName"${named.map(([name]) => `, page.${name}`).join('')}
     FROM (SELECT lead.id${named.map(([name, sql]) => `, ${sql} AS ${name}`).join('')} FROM leads lead
       ${filter.sort === LeadSort.campaignName ? 'JOIN campaigns campaign ON campaign.id = lead.campaign_id' : ''}
       WHERE ${where} ${order} ${part}) page
     JOIN leads lead ON lead.id = page.id JOIN campaigns campaign ON campaign.id = lead.campaign_id ${order}`,
    values,
  );
}

/** Which leads a filter shows. */
export function leadConditions(filter: LeadFilter, withHeld: boolean): LeadConditions {
  const { clientId, campaignId, status } = filter;
  const values: unknown[] = [clientId];
  const value = (each: unknown) => `$${values.push(each)}`;
  const conditions = ['lead.client_id = $1'];
  if (!withHeld) conditions.push('NOT lead.held');
  if (campaignId) conditions.push(`lead.campaign_id = ${value(isUUID(campaignId) ? campaignId : null)}`);
  if (status) conditions.push(`lead.status = ${value(status)}`);
  if (isSearch(filter)) conditions.push(matches(filter.search!.trim(), value));
  return { where: conditions.join(' AND '), values };
}

function matches(search: string, value: (each: unknown) => string): string {
  const like = (text: string) => value(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const text = like(search);
  const digits = search.replace(/\D/g, '');
  const number = digits.length >= 3 && /^[\d\s().+-]+$/.test(search) ? like(digits) : null;
  // Under row-level security the index is used only by the function, which does the same.
  if (!seesAllClients()) return `lead.id = ANY ((SELECT search_leads($1, ${text}, ${number ?? 'NULL'}))::uuid[])`;
  const either = [`${SEARCHED} ILIKE ${text}`];
  if (number !== null) either.push(`${SEARCHED} ILIKE ${number}`);
  // An array, found first: Postgres can then use one index for each side of the OR.
  either.push(
    `lead.campaign_id = ANY(ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = $1 AND named.name ILIKE ${text}))`,
  );
  return `(${either.join(' OR ')})`;
}

function isSearch({ search }: LeadFilter): boolean {
  return Boolean(search?.trim());
}

/** Numbered as leadConditions numbers the values of the same filter. */
function countedLeads({ campaignId, status }: LeadFilter, withHeld: boolean): string {
  const conditions = ['counted.client_id = $1', ...(withHeld ? [] : ['NOT counted.held'])];
  if (campaignId) conditions.push('counted.campaign_id = $2');
  if (status) conditions.push(`counted.status = $${campaignId ? 3 : 2}`);
  return `(SELECT sum(counted.leads) FROM lead_counts counted WHERE ${conditions.join(' AND ')})`;
}

async function countLeads(db: EntityManager, { where, values }: LeadConditions): Promise<number> {
  const [row] = await db.query<{ total: string }[]>(`SELECT count(*) AS total FROM leads lead WHERE ${where}`, values);
  return Number(row!.total);
}

function orderOf({ sort, order }: LeadFilter): string {
  const direction = order === SortOrder.asc ? 'ASC' : 'DESC';
  return `ORDER BY ${column[sort]} ${direction} ${sort === LeadSort.fullName ? 'NULLS LAST' : ''}, lead.id ${direction}`;
}

function columns(db: EntityManager): string {
  const all = db.connection.getMetadata(Lead).columns;
  return all.map(({ databaseName, propertyName }) => `lead.${databaseName} AS "${propertyName}"`).join(', ');
}
