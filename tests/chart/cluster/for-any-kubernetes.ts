import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';

/** A copy of a chart that asks for no version of Kubernetes: a control plane built from source does not know its own. */
export function forAnyKubernetes(chart: string, cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-chart-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(chart, folder, { recursive: true });
  const file = join(folder, 'Chart.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^kubeVersion:.*\n/m, ''));
  return folder;
}
