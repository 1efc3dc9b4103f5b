import type { Pool, PoolClient } from 'pg';
import { eventually } from '@dripline/runtime/testing/eventually';
import type { TestServer } from './test-server';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** A full scan of a table or index. */
export interface FullScan {
  table: string;
  node: string;
  statement: string;
}

/** The plans of the statements that a server ran. */
export interface RecordedPlans {
  /** The distinct statements, with whitespace removed. */
  statements: ReadonlySet<string>;
  /** Returns the full scans of tables in `large` since the last call. */
  takeFullScans(large: ReadonlySet<string>): FullScan[];
}

const normalize = (statement: string) => statement.replace(/\s+/g, ' ').trim();
/** Reads a limited number of rows, so a scan below it may stop early. */
const LIMIT = 'Limit';
const indexScans = ['Index Scan', 'Index Only Scan', 'Bitmap Index Scan'];

/**
 * Records the plan of each statement that the server runs from now on, including those in functions, triggers and foreign
 * key checks. Postgres' `auto_explain` sends them to the client that runs the statement.
 */
export async function recordPlans({ dataSource, scopedDataSource }: TestServer): Promise<RecordedPlans> {
  const statements = new Set<string>();
  const fresh = new Map<string, PlanNode>();
  const [{ name }] = await dataSource.query<[{ name: string }]>('SELECT current_database() AS name');
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [setting, value] of Object.entries(settings))
    await dataSource.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  const { master: pool } = scopedDataSource.driver as unknown as { master: Pool };
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: .* plan:\s*(\{.*\})\s*$/s.exec(message)?.[1];
      if (json === undefined) return;
      const { 'Query Text': statement, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      statements.add(normalize(statement));
      fresh.set(`${normalize(statement)}\n${JSON.stringify(plan)}`, plan);
    });
  });
  // The settings apply to new connections.
  await dataSource.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = $1',
    [new URL((scopedDataSource.options as { url: string }).url).username],
  );
  await eventually(() => expect(pool.totalCount).toBe(0));
  const statementOf = (key: string) => key.slice(0, key.indexOf('\n'));
  return {
    statements,
    takeFullScans(large) {
      const taken = [...fresh].flatMap(([key, plan]) =>
        findFullScans(plan, large, false).map((scan) => ({ ...scan, statement: statementOf(key) })),
      );
      fresh.clear();
      return taken;
    },
  };
}

/** Finds sequential scans, and index scans without a condition that no limit ends. */
function findFullScans(
  node: PlanNode,
  large: ReadonlySet<string>,
  isLimited: boolean,
  tableAbove?: string,
): Omit<FullScan, 'statement'>[] {
  const table = node['Relation Name'] ?? tableAbove ?? '';
  const type = node['Node Type'];
  const isFull = type === 'Seq Scan' || (!isLimited && indexScans.includes(type) && node['Index Cond'] === undefined);
  const scan =
    isFull && large.has(table) ? [{ table, node: [type, node['Index Name']].filter(Boolean).join(' ') }] : [];
  // A sort reads all rows before a limit above it applies.
  const keepsLimit = type === LIMIT || (isLimited && !['Sort', 'Aggregate', 'WindowAgg', 'Hash'].includes(type));
  return [
    ...scan,
    ...(node.Plans ?? []).flatMap((child) => findFullScans(child, large, keepsLimit, node['Relation Name'])),
  ];
}
