import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { writeAlerts } from '@dripline/tools/chart/alerts';

/** A series, as Prometheus stores it. */
export interface Series {
  name: string;
  labels: Record<string, string>;
}

/** The names of metrics, and the labels of each. */
type Metrics = Map<string, Set<string>>;

/** Labels that Prometheus adds to the series of a pod, and that of histograms' buckets. */
const COMMON_LABELS = ['namespace', 'pod', 'job', 'app_kubernetes_io_component', 'le'];

/** Series of other programs, and of failures that the tests do not cause. */
const OTHERS = `
ALERTS{alertname="DriplineDown",alertstate="firing"} 1
kube_horizontalpodautoscaler_status_current_replicas{horizontalpodautoscaler="web"} 1
kube_horizontalpodautoscaler_spec_min_replicas{horizontalpodautoscaler="web"} 1
kube_horizontalpodautoscaler_spec_max_replicas{horizontalpodautoscaler="web"} 1
kube_pod_container_status_restarts_total{container="web"} 1
kube_job_failed{job_name="acme-migrate-1",condition="true"} 1
probe_success{instance="https://leads.example.com"} 1
certmanager_certificate_expiration_timestamp_seconds{name="acme"} 1
barman_cloud_cloudnative_pg_io_last_available_backup_timestamp 1
cnpg_collector_last_available_backup_timestamp 1
temporal_workflow_task_execution_failed_total{failure_reason="NonDeterminismError"} 1
graphql_operation_duration_seconds_count{operation="clients",outcome="INTERNAL_SERVER_ERROR"} 1
http_request_duration_seconds_count{route="/api/clients",method="GET",status="500"} 1
`;

const withoutSuffix = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

/**
 * Returns the series that Prometheus reads from the metrics of each component, and those that it reads elsewhere. A
 * metric without samples has one series with the labels in the sources.
 */
export function toSeries(pages: Record<string, string>): Series[] {
  const declared = declaredLabels();
  const series = Object.entries(pages).flatMap(([component, page]) => {
    const target = {
      namespace: 'dripline',
      pod: `${component}-0`,
      job: component,
      app_kubernetes_io_component: component,
    };
    const samples = readSamples(page);
    const names = new Set(samples.map(({ name }) => withoutSuffix(name)));
    const types = [...page.matchAll(/^# TYPE (\S+) (\S+)/gm)].filter(
      ([, name = '']) => !names.has(withoutSuffix(name)),
    );
    const missing = types.flatMap(([, name = '', type]) => {
      const labels = Object.fromEntries((declared.get(name) ?? []).map((label) => [label, 'any']));
      if (type !== 'histogram') return [{ name, labels }];
      return [
        { name: `${name}_bucket`, labels: { ...labels, le: '+Inf' } },
        ...[`${name}_count`, `${name}_sum`].map((part) => ({ name: part, labels })),
      ];
    });
    const up = { name: 'up', labels: {} };
    return [...samples, ...missing, up].map(({ name, labels }) => ({ name, labels: { ...labels, ...target } }));
  });
  const others = readSamples(OTHERS).map(({ name, labels }) => ({
    name,
    labels: { ...labels, namespace: 'dripline', pod: 'any' },
  }));
  return [...series, ...others];
}

/** Reads samples in Prometheus' text format. */
const readSamples = (text: string): Series[] =>
  [...text.matchAll(/^([a-zA-Z]\w*)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', list = '']) => ({
    name,
    labels: Object.fromEntries(
      [...list.matchAll(/(\w+)=("(?:[^"\\]|\\.)*")/g)].map(([, label = '', value = '']) => [
        label,
        JSON.parse(value) as string,
      ]),
    ),
  }));

/** Returns the labels of each metric that the services create. */
function declaredLabels(): Map<string, string[]> {
  const folders = ['services/runtime/src', 'services/graphql/src', 'services/workflows/src', 'web/server'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  );
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(file, 'utf8'));
  const declarations = sources.flatMap((source) => [
    ...source.matchAll(/name: '(\w+)',\s+help:[^}]*?labelNames: \[([^\]]*)\]/g),
  ]);
  return new Map(
    declarations.map(([, name = '', labels = '']) => [name, [...labels.matchAll(/\w+/g)].map(([label]) => label)]),
  );
}

/** Returns the labels of each metric. */
export function labelsByMetric(series: Series[]): Metrics {
  const metrics: Metrics = new Map();
  for (const { name, labels } of series) {
    const known = metrics.get(withoutSuffix(name)) ?? new Set();
    metrics.set(withoutSuffix(name), known);
    for (const label of Object.keys(labels)) known.add(label);
  }
  return metrics;
}

/** Returns what a PromQL expression uses that does not exist: metrics, and labels of metrics. */
export function findUnknown(expr: string, metrics: Metrics): string[] {
  const withoutStrings = expr.replace(/"[^"]*"/g, '""');
  // Names of metrics contain an underscore, except for these two. Functions precede a parenthesis, labels do not.
  const withoutLabels = withoutStrings
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|on|ignoring|group_left|without) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  const names = [...withoutLabels.matchAll(/\b(up|ALERTS|[a-z]+_[a-z0-9_:]+)\b(?! *\()/g)].map(([, name]) => name!);
  const matchers = [...withoutStrings.matchAll(/([\w:]+)\{([^}]*)\}/g)].flatMap(([, name = '', list = '']) =>
    [...list.matchAll(/(\w+) *[=!]/g)].map(([, label = '']) => ({ label, names: [name] })),
  );
  const groupings = [...withoutStrings.matchAll(/\bby *\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/\w+/g)].map(([label]) => ({ label, names })),
  );
  return [
    ...names.filter((name) => !metrics.has(withoutSuffix(name))),
    ...[...matchers, ...groupings].flatMap(({ label, names: owners }) =>
      COMMON_LABELS.includes(label) || owners.some((name) => metrics.get(withoutSuffix(name))?.has(label))
        ? []
        : [`${label} of ${owners.join(', ')}`],
    ),
  ];
}

/**
 * Returns the queries that fail or return nothing while each series rises by one each minute. Prometheus' query engine
 * in promtool runs them, with the chart's recording rules.
 */
export async function findEmptyQueries(promtool: string, series: Series[], queries: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-queries-'));
  const file = join(folder, 'queries.yaml');
  const selector = ({ name, labels }: Series) =>
    `${name}{${Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)}}`;
  const evaluation = {
    interval: '1m',
    input_series: series.map((one) => ({ series: selector(one), values: '0+1x180' })),
    promql_expr_test: queries.map((expr) => ({ expr, eval_time: '3h', exp_samples: [] })),
  };
  writeFileSync(
    file,
    stringify({ rule_files: [writeAlerts(folder).rules], evaluation_interval: '1m', tests: [evaluation] }),
  );
  // It fails for each query that returns something, and prints what.
  const { stdout, stderr } = await promisify(execFile)(promtool, ['test', 'rules', file], { maxBuffer: 1e8 }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  const results = (stdout + stderr).matchAll(/expr: ("(?:[^"\\]|\\.)*"), time: 3h,\s+exp: nil\s+got: \S/g);
  const answered = [...results].map(([, expr = '']) => JSON.parse(expr) as string);
  return queries.filter((expr) => !answered.includes(expr));
}
