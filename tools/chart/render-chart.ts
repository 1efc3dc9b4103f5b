import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@dripline/launcher/paths';

const exec = promisify(execFile);

export const chart = join(root, 'charts/dripline');

/** Values files of the supported configurations: those for CI and development, and the examples for users. */
export const presets = (): string[] =>
  ['ci', 'examples'].flatMap((folder) => readdirSync(join(chart, folder)).map((name) => join(chart, folder, name)));

/** The Kubernetes manifests in a folder. */
export const manifestsIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .map((name) => join(root, folder, name));

/** Renders the chart to YAML with `helm template`. Rejects with Helm's error. */
export async function renderChart(helm: string, args: string[], from = chart): Promise<string> {
  const { stdout } = await exec(helm, ['template', 'acme', from, '--namespace', 'dripline', ...args], {
    maxBuffer: 16 << 20,
  });
  return stdout;
}
