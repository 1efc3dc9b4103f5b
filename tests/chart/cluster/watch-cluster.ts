import { eventually } from '@dripline/runtime/testing/eventually';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { SupervisedProcess } from '@dripline/launcher/processes/supervised-process';
import { alertGroups } from '@dripline/tools/chart/alerts';
import { type Prometheus, startPrometheus } from '../../harness/prometheus';
import type { Release } from './release';

const SPEED = 30;

/** Paths of programs. */
export interface WatchPrograms {
  prometheus: string;
  kubeStateMetrics: string;
}

/** Starts a Prometheus with the chart's rules about the cluster, and kube-state-metrics, which it scrapes. */
export async function watchCluster(
  release: Release,
  { prometheus, kubeStateMetrics }: WatchPrograms,
  cleanup: Cleanup,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-watch-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, await release.kubectl('config', 'view', '--raw'), { mode: 0o600 });
  const [port = 0, telemetryPort = 0] = await pickPorts(2);
  const name = 'kube-state-metrics';
  const args = [
    `--kubeconfig=${kubeconfig}`,
    '--resources=horizontalpodautoscalers,jobs,pods',
    ...['--host=127.0.0.1', `--port=${port}`, '--telemetry-host=127.0.0.1', `--telemetry-port=${telemetryPort}`],
  ];
  const exporter = new SupervisedProcess(
    { name, command: kubeStateMetrics, args, env: childEnv(process.env, []) },
    { log: new Log({ name, isShown: false, folder }) },
  ).start();
  cleanup.add(() => exporter.stop());
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).ok);
  const groups = alertGroups().filter((group) => group.name === 'dripline-cluster');
  const started = await startPrometheus(prometheus, [{ job: name, port }], { speed: SPEED, groups });
  cleanup.add(() => started.stop());
  return started;
}
