import { eventually } from '@dripline/runtime/testing/eventually';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { TestServer } from './test-server';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

/** A full scan of a table or index. */
export interface FullScan {
  table: string;
  /** The node of the plan and its filter. */
  node: string;
  statement: string;
}

/** The plans of the statements that a server ran. */
export interface RecordedPlans {
  /** The distinct statements. */
  statements: ReadonlySet<string>;
  /** Returns the full scans of some tables since the last call. */
  takeFullScans(tables: ReadonlySet<string>): FullScan[];
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/**
 * Records the plan of each statement that the server runs from now on, including those in functions, triggers and foreign
 * key checks. Postgres' `auto_explain` sends them to the client that runs the statement.
 */
export async function recordPlans({ dataSource, scopedDataSource }: TestServer): Promise<RecordedPlans> {
  const partialIndexes = await findPartialIndexes(dataSource);
  const statements = new Set<string>();
  let explained = new Map<string, Explained>();
  const { master: pool } = scopedDataSource.driver as unknown as { master: Pool };
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: .* plan:\s*(\{.*\})\s*$/s.exec(message) ?? [];
      if (json === undefined) return;
      explained.set(json, JSON.parse(json) as Explained);
      statements.add(explained.get(json)!['Query Text']);
    });
  });
  await reconnect(dataSource, pool);
  return {
    statements,
    takeFullScans(tables) {
      const scans = [...explained.values()].flatMap(({ 'Query Text': text, Plan: plan }) =>
        findFullScans(plan, partialIndexes)
          .filter(({ table }) => tables.has(table))
          .map((scan) => ({ ...scan, statement: text.replace(/\s+/g, ' ').trim() })),
      );
      explained = new Map();
      return [...new Map(scans.map((scan) => [JSON.stringify(scan), scan])).values()];
    },
  };
}

/** A scan of all entries of a partial index reads few rows, because its condition selects few. */
async function findPartialIndexes(dataSource: DataSource): Promise<ReadonlySet<string>> {
  const rows = await dataSource.query<{ name: string }[]>(
    'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
  );
  return new Set(rows.map(({ name }) => name));
}

/** Closes the server's connections, because the settings apply to new ones. */
async function reconnect(dataSource: DataSource, pool: Pool): Promise<void> {
  const [{ name }] = await dataSource.query<[{ name: string }]>('SELECT current_database() AS name');
  for (const [setting, value] of Object.entries(settings))
    await dataSource.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  await dataSource.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename <> current_user',
    [name],
  );
  await eventually(() => expect(pool.totalCount).toBe(0));
}

/** Rows of a table that a statement may read and discard. */
const MAX_DISCARDED = 10_000;
/** Nodes that read all rows of their input before they return the first. */
const readingAll = ['Sort', 'Aggregate', 'WindowAgg', 'Hash'];

/**
 * Finds sequential scans, scans of an index without a condition that no limit ends, and scans that discard many rows
 * before a limit ends them.
 */
function findFullScans(
  node: PlanNode,
  partialIndexes: ReadonlySet<string>,
  isLimited = false,
  tableAbove = '',
): Omit<FullScan, 'statement'>[] {
  const { 'Node Type': type, 'Relation Name': table = tableAbove, 'Index Name': index = '', Filter: filter } = node;
  const isWholeIndex = index !== '' && node['Index Cond'] === undefined && !partialIndexes.has(index);
  const isFullScan =
    type === 'Seq Scan' || (isWholeIndex && !isLimited) || (node['Rows Removed by Filter'] ?? 0) > MAX_DISCARDED;
  const isChildLimited = type === 'Limit' || (isLimited && !readingAll.includes(type));
  return [
    ...(isFullScan ? [{ table, node: [type, index, filter].filter(Boolean).join(' ') }] : []),
    ...(node.Plans ?? []).flatMap((child) => findFullScans(child, partialIndexes, isChildLimited, table)),
  ];
}
