import { minorUnits } from '@dripline/contract/currencies';
import { MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { IsOptional, Matches, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { isFinalMonth } from '../usage/quota';
import { MonthlyUsage } from './usage.types';

/** A month as the API writes it. */
export const MONTH_PATTERN = /^20\d\d-(0[1-9]|1[0-2])$/;
export const monthMessage = (name: string) => `${name} must have the form YYYY-MM.`;

export const MonthlyUsageConnection = connectionType(MonthlyUsage, 'MonthlyUsage', 'clients');

@InputType({ description: 'Filters clients. Fields that are omitted or null match all.' })
class MonthlyUsageFilter {
  @Field(() => String, { nullable: true, description: 'A part of the business name.' })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'The client.' })
  clientId?: string | null;
}

/** The used share of a limit, in thousandths. */
const share = (used: string, limit: string) => `(item.${used}::bigint * 1000 / greatest(item."${limit}", 1))`;

const order = orderType('MonthlyUsage', 'clients and their usage', {
  leads: { by: share('leads', 'leadLimit'), type: 'number', description: 'The used share of the limit of leads.' },
  messages: {
    by: share('messages', 'messageLimit'),
    type: 'number',
    description: 'The used share of the limit of messages.',
  },
  leadCount: { by: 'item.leads', type: 'number', description: 'The number of leads.' },
  segments: { by: 'item.segments', type: 'number', description: 'The number of carrier segments.' },
  campaigns: {
    by: share('campaigns', 'campaignLimit'),
    type: 'number',
    description: 'The used share of the limit of campaigns.',
  },
  amount: {
    // A whole number of ten-thousandths, which no currency divides further.
    by: 'least(coalesce(item.amount, 0) * 10000, 1e15)::bigint',
    type: 'number',
    description: 'What the agency charges, 0 if there are no rates.',
  },
  businessName: { by: 'lower(item.business_name)', type: 'text', description: 'The business name.' },
});

@ArgsType()
export class UsageMonthArgs {
  @Field(() => String, {
    nullable: true,
    description: 'The month, as YYYY-MM. Defaults to the current month in the time zone of each client.',
  })
  @IsOptional()
  @Matches(MONTH_PATTERN, { message: monthMessage('month') })
  month?: string | null;
}

@ArgsType()
export class MonthlyUsageArgs extends connectionArgs(MonthlyUsageFilter, order) {
  @Field(() => String, {
    nullable: true,
    description: 'The month, as YYYY-MM. Defaults to the current month in the time zone of each client.',
  })
  @IsOptional()
  @Matches(MONTH_PATTERN, { message: monthMessage('month') })
  month?: string | null;
}

/**
 * Each client's usage of a month. A limit that was changed after the month is the one from before the first such change.
 *
 * @param month the SQL expression of the first day of the month, or null for each client's current month
 * @param clients the SQL of the clients
 */
const usageQuery = (month: string, clients: string) => `
  WITH months AS (
    SELECT c.*, (month + interval '1 month') AT TIME ZONE time_zone AS ends
    FROM (SELECT clients.*, coalesce(${month}, date_trunc('month', now() AT TIME ZONE time_zone)::date) AS month FROM ${clients}) c
  ), used AS (
    SELECT u.client_id, max(u.used) FILTER (WHERE u.kind = 'campaigns') AS campaigns, max(u.used) FILTER (WHERE u.kind = 'leads') AS leads,
      max(u.used) FILTER (WHERE u.kind = 'sms') AS messages, max(u.segments) AS segments
    FROM usage_counters u JOIN months m ON m.id = u.client_id AND m.month = u.month
    -- The current month has begun or ended already in some time zones.
    WHERE u.month BETWEEN coalesce(${month}, date_trunc('month', now() - interval '2 days')::date) AND coalesce(${month}, (now() + interval '2 days')::date) GROUP BY 1
  ), changed AS (
    SELECT DISTINCT ON (l.client_id, l.quota) l.client_id, l.quota, l.previous
    FROM limit_changes l JOIN months m ON m.id = l.client_id AND l.changed_at >= m.ends ORDER BY l.client_id, l.quota, l.changed_at, l.id
  ), limits AS (
    SELECT client_id, max(previous) FILTER (WHERE quota = 'campaigns') AS campaigns, max(previous) FILTER (WHERE quota = 'leads') AS leads,
      max(previous) FILTER (WHERE quota = 'messages') AS messages, max(previous) FILTER (WHERE quota = 'segments') AS segments
    FROM changed GROUP BY 1
  )
  SELECT m.id, m.business_name, to_char(m.month, 'YYYY-MM') AS month, m.month AS first_day, m.ends,
    coalesce(u.campaigns, 0) AS campaigns, coalesce(u.leads, 0) AS leads, coalesce(u.messages, 0) AS messages, coalesce(u.segments, 0) AS segments,
    coalesce(l.campaigns, m.monthly_campaign_limit) AS "campaignLimit", coalesce(l.leads, m.monthly_lead_limit) AS "leadLimit",
    coalesce(l.messages, m.monthly_sms_limit) AS "messageLimit", coalesce(l.segments, m.monthly_segment_limit) AS "segmentLimit"
  FROM months m LEFT JOIN used u ON u.client_id = m.id LEFT JOIN limits l ON l.client_id = m.id WHERE m.created_at < m.ends`;

/** The number of decimals of a currency, as SQL. */
const decimals = `CASE ${Object.entries(minorUnits)
  .map(([count, codes]) => `WHEN currency = ANY ('{${codes.join()}}') THEN ${count}`)
  .join(' ')} ELSE 2 END`;
/** An amount, rounded half up: Postgres rounds exact decimals away from zero, and none is negative. */
const amountOf = (quantity: string, rate: string) => `round(${quantity} * ${rate}, ${decimals})`;

/**
 * Each client's usage of a month, with the rates that apply to it and the amounts. Both are null without rates. Each
 * amount is rounded once, so the total is exactly the sum.
 *
 * @param month the SQL expression of the first day of the month, or null for each client's current month
 * @param clients the SQL of the clients, to limit them
 */
export const billingQuery = (month: string, clients = 'clients') => `
  WITH usage AS MATERIALIZED (${usageQuery(month, clients)}
  ), standard AS (
    SELECT m.month, r.* FROM (SELECT DISTINCT month FROM usage) m CROSS JOIN LATERAL (
      SELECT currency, base_fee, per_lead, per_segment FROM rates
      WHERE client_id IS NULL AND from_month <= m.month ORDER BY from_month DESC, changed_at DESC, id DESC LIMIT 1
    ) r
  ), own AS (
    SELECT DISTINCT ON (r.client_id) r.* FROM rates r JOIN usage u ON u.id = r.client_id AND r.from_month <= u.month
    ORDER BY r.client_id, r.from_month DESC, r.changed_at DESC, r.id DESC
  ), priced AS (
    SELECT u.*, s.currency, coalesce(o.base_fee, s.base_fee) AS "baseFee", coalesce(o.per_lead, s.per_lead) AS "perLead",
      coalesce(o.per_segment, s.per_segment) AS "perSegment"
    FROM usage u LEFT JOIN standard s ON s.month = u.month LEFT JOIN own o ON o.client_id = u.id AND s.currency IS NOT NULL
  ), billed AS (
    SELECT *, ${amountOf('1', '"baseFee"')} AS "baseAmount", ${amountOf('leads', '"perLead"')} AS "leadsAmount",
      ${amountOf('segments', '"perSegment"')} AS "segmentsAmount"
    FROM priced
  )
  SELECT *, "baseAmount" + "leadsAmount" + "segmentsAmount" AS amount,
    CASE WHEN now() < ends THEN 'running' WHEN ${isFinalMonth('first_day')} THEN 'final' ELSE 'closing' END AS status
  FROM billed`;

const columns = [
  ...['id', 'month', 'campaigns', 'leads', 'messages', 'segments'],
  ...['campaignLimit', 'leadLimit', 'messageLimit', 'segmentLimit'],
  ...[
    'status',
    'currency',
    'amount',
    'baseFee',
    'perLead',
    'perSegment',
    'baseAmount',
    'leadsAmount',
    'segmentsAmount',
  ],
  'business_name',
];

/** The first day of a month, as a parameter. */
export const firstDay = (month: string | null | undefined) => (month ? `${month}-01` : null);

/** The usage of all clients in a month. */
export function usageList({ month, filter, orderBy }: MonthlyUsageArgs): List<MonthlyUsage> {
  const conditions = new Conditions();
  const sql = billingQuery(`${conditions.value(firstDay(month))}::date`);
  conditions.contains('item.business_name', filter?.search);
  conditions.equal('item.id::text', filter?.clientId?.toLowerCase());
  return { entity: MonthlyUsage, source: { sql, columns }, conditions, sort: order.toSort(orderBy) };
}
