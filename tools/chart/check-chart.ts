import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { CheckTools } from '../check/check-steps';
import { Failure } from '@dripline/launcher/failure';
import { installPythonPackage } from '../install/install-python-package';
import { root } from '@dripline/launcher/paths';
import { skip } from '../skip';
import { findHelm } from './find-helm';
import { chart, manifestsIn, presets, renderChart } from './render-chart';

/** Kubernetes versions that the chart is validated against. */
const minors = ['1.35', '1.36', '1.37'];
const extraFolders = ['k8s/dev', 'k8s/load'];
const validator = {
  ...{ name: 'kubernetes-validate', version: '1.37.0' },
  constraints: join(root, 'tools/chart/kubernetes-validate-constraints.txt'),
};

/**
 * Lints and renders the chart with each values file in ci/ and examples/, and validates the results and the files in k8s/ strictly.
 */
export async function isChartValid({ run, env, signal }: CheckTools): Promise<boolean> {
  const helm = await findHelm(env, signal);
  if ('missing' in helm) {
    skip(env, { check: 'Validation of the chart', needs: 'go', reason: helm.missing });
    return true;
  }
  const lints = presets().map((file) => () => run(helm.path, 'lint', '--strict', '--quiet', chart, '-f', file));
  for (const lint of lints) if (!(await lint())) return false;
  const folder = mkdtempSync(join(tmpdir(), 'dripline-chart-'));
  try {
    const python = await installPythonPackage(validator, env, signal);
    for (const minor of minors) {
      const files = await Promise.all(presets().map((file) => render(helm.path, file, minor, folder)));
      if (
        !(await run(
          join(python, 'kubernetes-validate'),
          '-k',
          minor,
          '--strict',
          '--quiet',
          '--no-warn',
          ...files,
          ...extraFolders.flatMap(manifestsIn),
        ))
      )
        return false;
    }
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    skip(env, { check: 'Validation of the chart for versions of Kubernetes', needs: 'python', reason: error.message });
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function render(helm: string, preset: string, minor: string, folder: string): Promise<string> {
  const file = join(folder, `${minor}-${basename(preset)}`);
  writeFileSync(file, await renderChart(helm, ['-f', preset, '--kube-version', minor]));
  return file;
}
