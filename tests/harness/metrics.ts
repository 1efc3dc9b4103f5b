import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

/** The names of metrics, and the labels of each. */
export type Metrics = Map<string, Set<string>>;

/** Labels that Prometheus adds to the series of a pod, and that of histograms' buckets. */
const COMMON_LABELS = ['namespace', 'pod', 'job', 'app_kubernetes_io_component', 'le'];

/** Metrics that other programs export, and those that a service exports once something happens, with their labels. */
const ELSEWHERE: Record<string, string[]> = {
  up: [],
  ALERTS: ['alertname', 'alertstate'],
  kube_horizontalpodautoscaler_status_current_replicas: ['horizontalpodautoscaler'],
  kube_horizontalpodautoscaler_spec_max_replicas: ['horizontalpodautoscaler'],
  kube_pod_container_status_restarts_total: ['container'],
  kube_job_status_failed: ['job_name'],
  certmanager_certificate_expiration_timestamp_seconds: ['name'],
  cnpg_collector_last_available_backup_timestamp: [],
  temporal_workflow_task_execution_failed_total: ['failure_reason'],
};

/**
 * Reads the metrics of pages in Prometheus' text format. The labels of a metric without samples are those in the
 * sources.
 */
export function readMetrics(pages: string[]): Metrics {
  const metrics: Metrics = new Map();
  const text = pages.join('\n');
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) metrics.set(name, new Set());
  const declared = declaredLabels();
  for (const [name, labels] of metrics) {
    const samples = [...text.matchAll(new RegExp(`^${name}(?:_bucket|_count|_sum)?(?:\\{(.*)\\})? \\S+$`, 'gm'))];
    const used = samples.flatMap(([, list = '']) => [...list.matchAll(/(\w+)="/g)].map(([, label]) => label!));
    for (const label of samples.length > 0 ? used : (declared.get(name) ?? [])) labels.add(label);
  }
  return metrics;
}

/** Returns the labels of each metric that the services create. */
function declaredLabels(): Map<string, string[]> {
  const folders = ['services/runtime/src', 'services/graphql/src', 'services/workflows/src', 'web/server'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  );
  const sources = files.filter((file) => /\.ts$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  const declarations = sources.flatMap((source) => [
    ...source.matchAll(/name: '(\w+)',\s+help:[^}]*?labelNames: \[([^\]]*)\]/g),
  ]);
  return new Map(
    declarations.map(([, name = '', labels = '']) => [name, [...labels.matchAll(/\w+/g)].map(([label]) => label)]),
  );
}

/**
 * Returns what a PromQL expression uses that does not exist: metrics, and labels of metrics. `recorded` are the labels
 * of the series that recording rules create.
 */
export function findUnknown(expr: string, metrics: Metrics, recorded: Record<string, string[]>): string[] {
  const withoutStrings = expr.replace(/"[^"]*"/g, '""');
  const labelsOf = (name: string): string[] | undefined => {
    const labels = metrics.get(name) ?? metrics.get(name.replace(/_(bucket|count|sum)$/, ''));
    return labels ? [...labels] : (ELSEWHERE[name] ?? recorded[name]);
  };
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
    ...names.filter((name) => !labelsOf(name)),
    ...[...matchers, ...groupings].flatMap(({ label, names: owners }) =>
      COMMON_LABELS.includes(label) || owners.some((name) => labelsOf(name)?.includes(label))
        ? []
        : [`${label} of ${owners.join(', ')}`],
    ),
  ];
}
