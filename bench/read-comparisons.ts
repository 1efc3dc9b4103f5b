import type { Client } from 'pg';
import { ATTENTION } from './attention-baseline';
import type { Benchmark } from './compare';

const ONE_STATEMENT = 'one hand-written SQL statement with pg';
// The result of GET /api/clients in one statement.
export const CLIENTS = `
  SELECT c.*, coalesce(k.total, 0) AS total_campaigns, coalesce(l.total, 0) AS total_leads, coalesce(l.held, 0) AS held_leads, coalesce(u.used, 0) AS sms_this_month
  FROM clients c
  LEFT JOIN (SELECT client_id, count(*) AS total FROM campaigns GROUP BY client_id) k ON k.client_id = c.id
  LEFT JOIN (SELECT client_id, count(*) FILTER (WHERE NOT held) AS total, count(*) FILTER (WHERE held) AS held FROM leads GROUP BY client_id) l ON l.client_id = c.id
  LEFT JOIN usage_counters u ON u.client_id = c.id AND u.kind = 'sms' AND u.month = date_trunc('month', now() AT TIME ZONE c.time_zone)
  ORDER BY c.created_at DESC`;

const PAGE = `
  SELECT l.*, c.name AS campaign_name, (SELECT count(*) FROM leads WHERE client_id = $1) AS total
  FROM leads l JOIN campaigns c ON c.id = l.campaign_id WHERE l.client_id = $1 ORDER BY l.created_at DESC, l.id DESC LIMIT 25`;

const SEARCHED = `(coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_e164, ''))`;
const SEARCH = `
  WITH found AS MATERIALIZED (SELECT * FROM leads WHERE client_id = $1 AND ${SEARCHED} ILIKE $2)
  SELECT found.*, c.name AS campaign_name, (SELECT count(*) FROM found) AS total
  FROM found JOIN campaigns c ON c.id = found.campaign_id ORDER BY found.created_at DESC, found.id DESC LIMIT 25`;

const NEEDING_ATTENTION = `{ clientsNeedingAttention(first: 25) {
  totalCount nodes { severity reasons { kind severity limit count total since code } client { businessName } }
} }`;

/** The first board of a client's leads: the 25 newest of each status and their numbers. */
const boardOf = (clientId: string) => {
  const column = (status: string) =>
    `${status}: leads(filter: { status: ${status} }, first: 25) { nodes { id fullName email phone campaignName status source tags createdAt } pageInfo { hasNextPage endCursor } totalCount }`;
  return `{ client(id: "${clientId}") { ${['new', 'contacted', 'qualified', 'converted'].map(column).join(' ')} } }`;
};
const BOARD = `
  SELECT l.*, c.name AS campaign_name, (SELECT count(*) FROM leads WHERE client_id = $1 AND status = s.status) AS total
  FROM unnest(enum_range(NULL::lead_status)) s (status)
  CROSS JOIN LATERAL (SELECT * FROM leads WHERE client_id = $1 AND status = s.status ORDER BY created_at DESC, id DESC LIMIT 25) l
  JOIN campaigns c ON c.id = l.campaign_id`;

/**
 * Compares dashboard queries on the seeded data.
 *
 * @param get requests a path of the REST API as an administrator
 * @param query sends a GraphQL query as an administrator
 */
export function readComparisons(
  db: Client,
  get: (path: string) => Promise<unknown>,
  query: (text: string) => Promise<unknown>,
  clientId: string,
): Benchmark[] {
  const leads = `/api/clients/${clientId}/leads?limit=25`;
  return [
    {
      name: 'GET /api/clients, 1,000 clients, 1,000,000 leads',
      baselineName: ONE_STATEMENT,
      goal: 2,
      product: () => get('/api/clients'),
      baseline: () => db.query(CLIENTS),
    },
    {
      name: 'clients that need attention, 1,000 clients',
      baselineName: ONE_STATEMENT,
      goal: 2,
      product: () => query(NEEDING_ATTENTION),
      baseline: () => db.query(ATTENTION),
    },
    {
      name: 'a page of 100,000 leads',
      baselineName: ONE_STATEMENT,
      goal: 2,
      product: () => get(leads),
      baseline: () => db.query(PAGE, [clientId]),
    },
    {
      name: 'the first board of 100,000 leads',
      baselineName: ONE_STATEMENT,
      goal: 2,
      product: () => query(boardOf(clientId)),
      baseline: () => db.query(BOARD, [clientId]),
    },
    {
      name: 'a search in 100,000 leads with few results',
      baselineName: ONE_STATEMENT,
      goal: 2,
      product: () => get(`${leads}&search=person4242`),
      baseline: () => db.query(SEARCH, [clientId, '%person4242%']),
    },
    {
      name: 'a search in 100,000 leads that finds a fifth',
      baselineName: ONE_STATEMENT,
      goal: 2,
      product: () => get(`${leads}&search=okafor`),
      baseline: () => db.query(SEARCH, [clientId, '%okafor%']),
    },
  ];
}
