import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';

/**
 * Copies a chart without `kubeVersion`, because a control plane that is built from source does not know its version.
 */
export function withoutKubeVersion(chart: string, cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-chart-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(chart, folder, { recursive: true });
  const file = join(folder, 'Chart.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^kubeVersion:.*\n/m, ''));
  return folder;
}
