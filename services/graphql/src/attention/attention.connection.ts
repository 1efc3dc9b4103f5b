import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { OrderDirection, orderType } from '../api/connections/ordering';
import {
  AttentionKind,
  ClientAttention,
  MAX_OPT_OUT_PERCENT,
  MIN_OPT_OUT_MESSAGES,
  NEAR_LIMIT_PERCENT,
  QUIET_DAYS,
} from './attention.types';

export const ClientAttentionConnection = connectionType(ClientAttention, 'ClientAttention', 'clients');

@InputType({ description: 'Filters clients that need attention. Fields that are omitted or null match all.' })
class AttentionFilter {
  @Field(() => AttentionKind, { nullable: true, description: 'A reason that the client has, perhaps among others.' })
  reason?: AttentionKind | null;

  @Field(() => ID, { nullable: true, description: 'The client.' })
  clientId?: string | null;
}

const order = orderType('ClientAttention', 'clients that need attention', {
  priority: {
    by: 'item.priority',
    type: 'priority',
    description: 'The severity and then the business name. Ascending: the most urgent first.',
  },
});

@ArgsType()
export class ClientAttentionArgs extends connectionArgs(AttentionFilter, order) {}

/** The first day of the current month in any time zone, or that of the month before. */
const FIRST_MONTH = `date_trunc('month', now() - interval '2 days')::date`;

/**
 * The query of each reason, with the columns client_id, kind, severity, limit, count, total, since, code and
 * exceeds_limit_on. Each reads counters, small tables or one row per client, so that their cost does not grow with the
 * number of leads and messages.
 */
const reasonQueries = [
  `SELECT u.client_id, CASE WHEN q.used >= q.allowed THEN 'limit_reached' ELSE 'limit_near' END,
     CASE WHEN q.used >= q.allowed AND q.quota <> 'campaigns' THEN 'critical' ELSE 'warning' END, q.quota, q.used, q.allowed, NULL::timestamptz, NULL, NULL::text
   FROM usage_counters u JOIN active c ON c.id = u.client_id AND u.month = c.month AND u.month >= ${FIRST_MONTH}
   CROSS JOIN LATERAL (
     SELECT CASE u.kind WHEN 'sms' THEN 'messages' ELSE u.kind END AS quota, u.used,
       CASE u.kind WHEN 'campaigns' THEN c.monthly_campaign_limit WHEN 'leads' THEN c.monthly_lead_limit ELSE c.monthly_sms_limit END AS allowed
     UNION ALL SELECT 'segments', u.segments, c.monthly_segment_limit WHERE u.kind = 'sms'
   ) q WHERE q.allowed > 0 AND q.used::bigint * 100 >= q.allowed::bigint * ${NEAR_LIMIT_PERCENT}`,
  // A job stores the forecasts. One that was computed for another limit has another day.
  `SELECT f.client_id, 'limit_forecast', 'warning', 'messages', f.total, f.monthly_sms_limit, NULL, NULL, f.exceeds_limit_on::text
   FROM message_forecasts f JOIN active c ON c.id = f.client_id AND f.month = c.month AND f.monthly_sms_limit = c.monthly_sms_limit
   LEFT JOIN usage_counters u ON u.client_id = f.client_id AND u.month = f.month AND u.kind = 'sms'
   WHERE f.exceeds_limit_on IS NOT NULL AND c.sms_auto_reply_enabled AND f.monthly_sms_limit > coalesce(u.used, 0)`,
  `SELECT client_id, 'leads_held', 'critical', NULL, sum(leads)::int, NULL, NULL, NULL, NULL FROM lead_counts WHERE held GROUP BY 1 HAVING sum(leads) > 0`,
  `SELECT client_id, 'sequence_paused', 'critical', NULL, count(*)::int, NULL, min(paused_at), NULL, NULL FROM sequences WHERE paused_at IS NOT NULL AND status = 'active' GROUP BY 1`,
  `SELECT client_id, 'sender_rejected', 'critical', NULL, NULL, NULL, rejected_at, rejected_code, NULL FROM senders WHERE rejected_code IS NOT NULL`,
  `SELECT w.client_id, 'webhook_failing', 'warning', NULL, count(*)::int, NULL, min(w.failing_since), NULL, NULL FROM webhooks w JOIN active c ON c.id = w.client_id
   WHERE c.webhooks_enabled AND w.failing_since IS NOT NULL AND (w.enabled OR w.disabled_reason = 'failing') GROUP BY 1`,
  `SELECT c.id, 'no_leads', 'warning', NULL, NULL, NULL, latest.created_at, NULL, NULL
   FROM active c CROSS JOIN LATERAL (SELECT l.created_at FROM leads l WHERE l.client_id = c.id ORDER BY l.created_at DESC, l.id DESC LIMIT 1) latest
   WHERE latest.created_at < now() - interval '${QUIET_DAYS} days' AND EXISTS (SELECT FROM campaigns k WHERE k.client_id = c.id AND k.status = 'active')`,
  `SELECT s.client_id, 'opt_outs', 'warning', NULL, count(DISTINCT r.lead_id)::int, s.sent, NULL, NULL, NULL
   FROM (SELECT u.client_id, c.month, c.time_zone, sum(u.used)::int AS sent FROM usage_counters u JOIN active c ON c.id = u.client_id AND u.month >= c.month - interval '1 month'
         WHERE u.kind = 'sms' AND u.month >= ${FIRST_MONTH} - interval '1 month' GROUP BY 1, 2, 3 HAVING sum(u.used) >= ${MIN_OPT_OUT_MESSAGES}) s
   JOIN replies r ON r.client_id = s.client_id AND r.intent = 'stop' AND r.created_at >= (s.month - interval '1 month') AT TIME ZONE s.time_zone
   GROUP BY s.client_id, s.sent HAVING count(DISTINCT r.lead_id) * 100 > s.sent::bigint * ${MAX_OPT_OUT_PERCENT}`,
];

const KINDS = Object.values(AttentionKind)
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Clients that need attention. The columns are fields of `ClientAttention`, and what the list is sorted and filtered by. */
export const attentionQuery = `
  WITH active AS MATERIALIZED (
    SELECT id, business_name, time_zone, webhooks_enabled, sms_auto_reply_enabled, monthly_campaign_limit, monthly_lead_limit, monthly_sms_limit, monthly_segment_limit,
      date_trunc('month', now() AT TIME ZONE time_zone) AS month
    FROM clients WHERE status = 'active'
  ),
  reasons (client_id, kind, severity, quota, count, total, since, code, exceeds_limit_on) AS (${reasonQueries.join('\n UNION ALL ')}),
  grouped AS (
    SELECT client_id, min(severity) AS severity, array_agg(kind) AS kinds,
      jsonb_agg(jsonb_build_object('kind', kind, 'severity', severity, 'limit', quota, 'count', count, 'total', total, 'since', since, 'code', code, 'exceedsLimitOn', exceeds_limit_on)
        ORDER BY severity, array_position(ARRAY[${KINDS}], kind), total) AS reasons
    FROM reasons GROUP BY 1
  )
  SELECT c.id, g.severity, g.kinds, g.reasons, CASE g.severity WHEN 'critical' THEN '1 ' ELSE '2 ' END || lower(c.business_name) AS priority
  FROM grouped g JOIN active c ON c.id = g.client_id`;

/** The active clients that need attention. */
export function attentionList({ filter, orderBy }: ClientAttentionArgs): List<ClientAttention> {
  const conditions = new Conditions();
  if (filter?.reason) conditions.add(`${conditions.value(filter.reason)} = ANY (item.kinds)`);
  conditions.equal('item.id::text', filter?.clientId?.toLowerCase());
  return {
    entity: ClientAttention,
    source: { sql: attentionQuery, columns: ['id', 'severity', 'reasons'] },
    conditions,
    sort: order.toSort(orderBy, OrderDirection.asc),
  };
}
