import { eventually } from '@dripline/runtime/testing/eventually';
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { alertGroups, type RuleGroup } from '@dripline/tools/chart/alerts';
import { readRunFile } from './launch';

/** The Prometheus operator's default. */
const EVALUATION_SECONDS = 30;
/** As in the chart's ServiceMonitor. */
const SCRAPE_SECONDS = 15;
export const SCRAPE_TIMEOUT_SECONDS = 10;
const LOOKBACK_SECONDS = 300;
/** While Temporal is unavailable, the worker takes two seconds to answer a scrape, at any speed. */
const MIN_WORKER_SCRAPE_SECONDS = 3;

/** A running Prometheus. */
export interface Prometheus {
  /** The alerts that fire now, such as `DriplineDependencyDown database`. */
  firing(): Promise<string[]>;
  /** The alerts that fired at any time in the last `seconds`. */
  firedWithin(seconds: number): Promise<string[]>;
  /** Returns the value of each series of a PromQL expression. */
  query(expr: string): Promise<number[]>;
  stop(): Promise<void>;
}

/** What Prometheus scrapes. */
export interface Target {
  job: string;
  port: number;
  /** Labels of all series. */
  labels?: Labels;
  /** Shortest interval, in seconds of the clock. */
  minSeconds?: number;
}

/** The services of a running stack, with the labels that the Prometheus operator gives to what the chart's ServiceMonitor selects. */
export const serviceTargets = (dataDir: string): Target[] =>
  Object.entries(readRunFile(dataDir).services).flatMap(([component, { opsPort }]) => {
    if (opsPort === undefined) return [];
    const [job, namespace] = [`acme-${component}`, 'dripline'];
    const labels = {
      ...{ namespace, service: job, pod: `${job}-0`, container: component, endpoint: 'ops' },
      app_kubernetes_io_component: component,
    };
    return {
      job,
      port: opsPort,
      labels,
      minSeconds: component === 'workflows' ? MIN_WORKER_SCRAPE_SECONDS : undefined,
    };
  });

export interface PrometheusOptions {
  /** Divides the intervals of scrapes and evaluations, and the windows and durations of the rules. */
  speed?: number;
  groups?: RuleGroup[];
}

/** Starts Prometheus with the chart's rules. With a speed, their thresholds are unchanged, also those in seconds. */
export async function startPrometheus(
  program: string,
  targets: Target[],
  { speed = 1, groups = alertGroups() }: PrometheusOptions = {},
): Promise<Prometheus> {
  const [port = 0] = await pickPorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'dripline-prometheus-'));
  const duration = (seconds: number) => `${Math.round((seconds / speed) * 1_000)}ms`;
  const scrapeConfigs = targets.map(({ job, port: target, labels, minSeconds = 0 }) => {
    const interval = Math.max(SCRAPE_SECONDS, minSeconds * speed);
    return {
      job_name: job,
      scrape_interval: duration(interval),
      // On a busy machine, an accelerated scrape may need its whole interval.
      scrape_timeout: duration(speed === 1 ? SCRAPE_TIMEOUT_SECONDS : interval),
      static_configs: [{ targets: [`127.0.0.1:${target}`], labels }],
    };
  });
  const config = {
    global: { evaluation_interval: duration(EVALUATION_SECONDS) },
    rule_files: ['rules.yaml'],
    scrape_configs: scrapeConfigs,
  };
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config));
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: accelerateRules(groups, speed) }));
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const args = [
    '--config.file=prometheus.yaml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
    `--query.lookback-delta=${duration(LOOKBACK_SECONDS)}`,
  ];
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  // Also if the program is interrupted before it has something to stop.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);

  const url = `http://127.0.0.1:${port}`;
  const get = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`${url}${path}`);
    const { data, error } = (await response.json()) as { data: Data; error?: string };
    if (!response.ok) throw new Error(`${path}: ${error}`);
    return data;
  };
  interface Series {
    metric: Labels;
    value: [time: number, value: string];
  }
  const query = async (expr: string): Promise<Series[]> =>
    (await get<{ result: Series[] }>(`/api/v1/query?${new URLSearchParams({ query: expr }).toString()}`)).result;
  await eventually(async () => (await fetch(`${url}/-/ready`)).ok);
  await eventually(async () => (await query('up == 1')).length === scrapeConfigs.length);
  // Until the first scrapes, the accelerated rules take all services for absent.
  await eventually(async () => (await query('ALERTS')).length === 0);

  return {
    query: async (expr) => (await query(expr)).map(({ value }) => Number(value[1])),
    async firing() {
      const { alerts } = await get<{ alerts: { labels: Labels; state: string }[] }>('/api/v1/alerts');
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => nameAlert(labels))
        .sort();
    },
    async firedWithin(seconds) {
      const series = await query(`max_over_time(ALERTS{alertstate="firing"}[${Math.ceil(seconds * 1_000)}ms])`);
      return series.map(({ metric }) => nameAlert(metric)).sort();
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

type Labels = Record<string, string>;

/** Names an alert by its rule and the label that distinguishes the rule's alerts. */
function nameAlert({ alertname, ...labels }: Labels): string {
  const names = ['dependency', 'app_kubernetes_io_component', 'quota', 'slo', 'operation', 'job', 'name', 'pod'];
  return [alertname, names.map((name) => labels[name]).find(Boolean)].filter(Boolean).join(' ');
}

/** Divides the windows and durations of rules by `speed`. */
const accelerateRules = (groups: RuleGroup[], speed: number): RuleGroup[] =>
  groups.map(({ rules, ...group }) => ({
    ...group,
    rules: rules.map(({ expr, ...rule }) => ({
      ...rule,
      expr: expr
        .replace(/\[(\w+)\]/g, (_, window: string) => `[${divideDuration(window, speed)}]`)
        // A rate is multiplied by the seconds of its window to get a count.
        .replace(/\* (3600|21600)\b/g, (_, seconds: string) => `* ${Number(seconds) / speed}`),
      ...(rule.for && { for: divideDuration(rule.for, speed) }),
    })),
  }));

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

function divideDuration(duration: string, speed: number): string {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  if (!count) throw new Error(`The rules have a duration that this test cannot divide: ${duration}`);
  return `${Math.round((Number(count) * unitMs[unit]!) / speed)}ms`;
}
