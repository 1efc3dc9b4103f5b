import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chart } from '../chart/render-chart';
import type { Cleanup } from '../cleanup';
import { root } from '../paths';
import { forAnyKubernetes } from './for-any-kubernetes';

const exec = promisify(execFile);

export interface PreviousChart {
  folder: string;
  /** How the release is called. */
  name: string;
}

/** The chart of the last tagged release; today's where none is tagged yet. */
export async function previousChart(cleanup: Cleanup): Promise<PreviousChart> {
  const tag = await exec('git', ['-C', root, 'describe', '--tags', '--abbrev=0', '--match', 'v*']).then(({ stdout }) => stdout.trim(), () => undefined);
  if (!tag) return { folder: forAnyKubernetes(chart, cleanup), name: 'this very release, as none is tagged yet' };
  const folder = mkdtempSync(join(tmpdir(), 'dripline-chart-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  await exec('/bin/sh', ['-c', 'git -C "$1" archive "$2" charts/dripline | tar -x -C "$3"', 'sh', root, tag, folder]);
  return { folder: forAnyKubernetes(join(folder, 'charts/dripline'), cleanup), name: tag };
}
