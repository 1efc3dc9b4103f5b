import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '@dripline/launcher/paths';
import type { CheckTools } from '../check/check-steps';
import { findGoTool, type GoTool } from '../install/find-go-tool';
import { findCheckov } from '../install/find-python-tool';
import { skip } from '../skip';
import { findHelm } from './find-helm';
import { manifestsIn, presets, renderChart } from './render-chart';

const kubeScore: GoTool = {
  name: 'kube-score',
  program: 'kube-score',
  version: '1.20.0',
  variable: 'KUBE_SCORE_PATH',
  goPackage: 'github.com/zegl/kube-score/cmd/kube-score',
  duration: 'about three minutes',
};

/** For `all`, each values file and each folder: the rules that do not apply, with the reason. */
const exceptions = parse(readFileSync(join(root, 'tools/chart/rule-exceptions.yaml'), 'utf8')) as Record<
  string,
  Record<string, string>
>;
const isForCheckov = (rule: string) => rule.startsWith('CKV');
const ignoredIn = (name: string) => [exceptions['all'], exceptions[name]].flatMap((rules = {}) => Object.keys(rules));

/**
 * Checks the chart with each values file in ci/ and examples/, and the development cluster, against the rules of
 * kube-score and checkov.
 */
export async function areChartRulesMet({ run, env, signal }: CheckTools): Promise<boolean> {
  const helm = await findHelm(env, signal);
  if ('missing' in helm) {
    skip(env, { check: 'The rules for the chart', needs: 'go', reason: helm.missing });
    return true;
  }
  const scorer = await findGoTool(kubeScore, env, signal);
  const checkov = await findCheckov(env, signal);
  const folder = mkdtempSync(join(tmpdir(), 'dripline-rules-'));
  try {
    const charts = await Promise.all(presets().map((preset) => renderTo(folder, helm.path, preset)));
    const dev = manifestsIn('k8s/dev');
    // Checkov takes seconds to start, so files without exceptions of their own are checked together.
    const isException = (file: string) => Object.keys(exceptions[basename(file)] ?? {}).some(isForCheckov);
    const batches = [charts.filter((file) => !isException(file)), ...charts.filter(isException).map((file) => [file])];
    const results = [
      ...charts.map((file) => 'missing' in scorer || isScored(scorer.path, basename(file), [file])),
      'missing' in scorer || isScored(scorer.path, 'k8s/dev', dev),
    ];
    for (const [name, files] of [
      ...batches.map((batch) => [basename(batch[0]!), batch] as const),
      ['k8s/dev', dev] as const,
    ])
      results.push('missing' in checkov || (await run(checkov.path, ...checkovArgs(name, files))));
    if ('missing' in scorer) skip(env, { check: 'kube-score', needs: 'go', reason: scorer.missing });
    if ('missing' in checkov) skip(env, { check: 'checkov', needs: 'python', reason: checkov.missing });
    return !results.includes(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function renderTo(folder: string, helm: string, preset: string): Promise<string> {
  const file = join(folder, basename(preset));
  writeFileSync(file, await renderChart(helm, ['-f', preset]));
  return file;
}

const checkovArgs = (name: string, files: string[]) => [
  ...['--framework', 'kubernetes', '--quiet', '--compact', '--skip-download'],
  ...['--skip-check', ignoredIn(name).filter(isForCheckov).join()],
  ...files.flatMap((file) => ['--file', file]),
];

/** Runs kube-score and prints only the rules that are not met. */
function isScored(scorer: string, name: string, files: string[]): boolean {
  const args = [
    ...['score', '--output-format', 'ci', '--exit-one-on-warning', '--ignore-container-cpu-limit'],
    ...['--enable-optional-test', 'container-seccomp-profile', '--ignore-test'],
    ...[
      ignoredIn(name)
        .filter((rule) => !isForCheckov(rule))
        .join(),
      ...files,
    ],
  ];
  const { status, stdout, stderr } = spawnSync(scorer, args, { encoding: 'utf8' });
  if (status === 0) return true;
  const broken = stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
  console.error([...new Set(broken.map((line) => `${name}: ${line}`)), stderr].join('\n'));
  return false;
}
