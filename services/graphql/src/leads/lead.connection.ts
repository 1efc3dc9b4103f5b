import { isUUID } from 'class-validator';
import { ArgsType } from 'type-graphql';
import { isSystemScope } from '../access/scope';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { type Order, orderType } from '../api/connections/ordering';
import { addFilters, isCounted, LeadFilter } from './filters/lead-filter';
import { Lead } from './lead.entity';

export const LeadConnection = connectionType(Lead, 'Lead', 'leads');

export const leadOrder = orderType('Lead', 'leads', {
  createdAt: { by: 'lead.created_at', type: 'time', description: 'When the lead arrived.' },
  fullName: { by: 'lead.full_name', type: 'text', nullable: true, description: 'The lead’s name.' },
  campaignName: {
    by: 'campaign.name',
    type: 'text',
    join: 'JOIN campaigns campaign ON campaign.id = lead.campaign_id',
    description: 'The name of the campaign.',
  },
  status: { by: 'lead.status', type: 'leadStatus', description: 'The status of the lead.' },
});

@ArgsType()
export class LeadArgs extends connectionArgs(LeadFilter, leadOrder) {}

// Must be identical to the expression of leads_search_idx. Otherwise Postgres does not use the index.
const SEARCHED = `(coalesce(lead.full_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.phone, '') || ' ' || coalesce(lead.phone_e164, ''))`;

/** The SQL expressions of the client of the leads, by the object that they belong to. */
const clientOf = {
  'lead.client_id': 'parent.id',
  'lead.campaign_id': '(SELECT owner.client_id FROM campaigns owner WHERE owner.id = parent.id)',
};

/**
 * Builds the SQL expression of the size of the form values, labels and attribution in bytes. Postgres decompresses a
 * value only if it is stored compressed.
 */
export const submissionSize = (alias: string) =>
  ['form_data', 'form_labels', 'attribution']
    .map((name) => `${alias}.${name}`)
    .map(
      (column) =>
        `CASE WHEN pg_column_compression(${column}) IS NULL THEN coalesce(pg_column_size(${column}), 0) ELSE octet_length(${column}::text) END`,
    )
    .join(' + ');

/** The leads of a client or of a campaign, or those of them with the given IDs. `withHeld` includes leads over the monthly limit. */
export function leadList(
  parent: keyof typeof clientOf,
  { filter, orderBy, ids }: { filter?: LeadFilter | null; orderBy?: Order | null; ids?: readonly string[] | null },
  withHeld: boolean,
): List<Lead> {
  const conditions = new Conditions();
  const { campaignId, status, held, search } = filter ?? {};
  if (campaignId) conditions.equal('lead.campaign_id', isUUID(campaignId) ? campaignId : null);
  conditions.equal('lead.status', status);
  addHeld(conditions, 'lead', held);
  const total = isCounted(filter ?? {}) && !ids ? storedTotal(parent, filter ?? {}, withHeld) : undefined;
  addFilters(conditions, filter ?? {}, clientOf[parent]);
  if (search?.trim()) addSearch(conditions, search.trim(), clientOf[parent]);
  if (ids) conditions.add(`lead.id = ANY (${conditions.value(ids.filter((id) => isUUID(id, 'loose')))}::uuid[])`);
  if (!withHeld) conditions.add('NOT lead.held');
  return {
    entity: Lead,
    alias: 'lead',
    parent,
    conditions,
    sort: leadOrder.toSort(orderBy),
    size: submissionSize('lead'),
    total,
    isCostly: Boolean(search?.trim()) || filter?.optedOut != null,
  };
}

/** Without a parameter, because Postgres would not use the partial index of held leads then. */
function addHeld(conditions: Conditions, alias: string, held: boolean | null | undefined): void {
  if (held != null) conditions.add(`${held ? '' : 'NOT '}${alias}.held`);
}

function addSearch(conditions: Conditions, search: string, clientId: string): void {
  const digits = search.replace(/\D/g, '');
  const isNumber = digits.length >= 3 && /^[\d\s().+-]+$/.test(search);
  const text = conditions.pattern(search);
  const number = isNumber ? conditions.pattern(digits) : null;
  // Under row-level security Postgres uses the search index only inside this function of the initial schema
  // (`row-policies.ts`), which applies the same conditions.
  if (!isSystemScope())
    return conditions.add(`lead.id = ANY ((SELECT search_leads(${clientId}, ${text}, ${number ?? 'NULL'}))::uuid[])`);
  const alternatives = [`${SEARCHED} ILIKE ${text}`];
  if (number !== null) alternatives.push(`${SEARCHED} ILIKE ${number}`);
  // An array from a subquery, so that Postgres can use one index for each side of the OR.
  alternatives.push(
    `lead.campaign_id = ANY(ARRAY(SELECT named.id FROM campaigns named WHERE named.client_id = ${clientId} AND named.name ILIKE ${text}))`,
  );
  conditions.add(`(${alternatives.join(' OR ')})`);
}

/** Builds the total from `lead_counts`. Its parameters are numbered as those of the list. */
function storedTotal(
  parent: keyof typeof clientOf,
  { campaignId, status, held }: LeadFilter,
  withHeld: boolean,
): string {
  const conditions = new Conditions();
  conditions.add(parent === 'lead.client_id' ? 'counted.client_id = parent.id' : 'counted.campaign_id = parent.id');
  if (campaignId) conditions.equal('counted.campaign_id', campaignId);
  conditions.equal('counted.status', status);
  addHeld(conditions, 'counted', held);
  if (!withHeld) conditions.add('NOT counted.held');
  return `(SELECT sum(counted.leads) FROM lead_counts counted WHERE ${conditions.where})`;
}
