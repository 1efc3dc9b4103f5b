import type { MessagingHarness } from '@dripline/tests/harness/messaging-harness';
import type { MonitoredProcess } from './monitor';
import type { TemporalCluster } from './start-temporal-cluster';

/** One line of the report. */
export interface ReportRow {
  /** What was measured, such as `peak memory of graphql`. */
  name: string;
  measured: string;
  /** Empty if there is no goal. */
  goal: string;
  /** Whether the goal is met. Null without a goal. */
  isMet: boolean | null;
}

/** The running product on a Temporal cluster, and what its cases share. */
export interface ScaleRun {
  harness: MessagingHarness;
  origin: string;
  cluster: TemporalCluster;
  /** The two GraphQL and two worker processes, and the web server. */
  processes: MonitoredProcess[];
  /** Number of live enrollments. Other sizes are multiples of it. */
  enrollments: number;
  /** Adds a row to the report and prints it. */
  report(row: ReportRow): void;
}

/** Returns a row with a goal that is an upper limit. */
export function atMost(name: string, measured: number, limit: number, unit: string): ReportRow {
  const format = (value: number) => `${value.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`.trim();
  return { name, measured: format(measured), goal: `at most ${format(limit)}`, isMet: measured <= limit };
}

/** Returns a row that must have exactly this value. */
export function exactly(name: string, measured: number, expected: number): ReportRow {
  const format = (value: number) => value.toLocaleString('en');
  return { name, measured: format(measured), goal: format(expected), isMet: measured === expected };
}

/** Returns a row without a goal. */
export function figure(name: string, measured: string): ReportRow {
  return { name, measured, goal: '', isMet: null };
}
