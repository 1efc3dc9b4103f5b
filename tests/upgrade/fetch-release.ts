import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CANNOT_RUN } from '@dripline/tools/cannot-run';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';

const exec = promisify(execFile);

/** A release that was made: how it is called, and of what commit. */
export interface FormerRelease {
  name: string;
  commit: string;
}

/** The release before this one: what is installed where this one comes to. */
export const previousRelease = (): FormerRelease =>
  JSON.parse(readFileSync(join(root, 'tests/upgrade/previous-release.json'), 'utf8')) as FormerRelease;

/** Whether this clone's history reaches back to it. */
export const isInHistory = ({ commit }: FormerRelease): Promise<boolean> =>
  exec('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );

/** Puts a release's files, or those under a path, into a folder of their own, which goes with the rest. Throws a Failure where this clone does not have them. */
export async function fetchRelease(release: FormerRelease, cleanup: Cleanup, path = '.'): Promise<string> {
  if (!(await isInHistory(release)))
    throw new Failure(
      `Release ${release.name} cannot be tried here: this clone's history does not reach back to it.`,
      CANNOT_RUN,
    );
  const folder = mkdtempSync(join(tmpdir(), 'dripline-previous-'));
  // Its Postgres may be another user's.
  chmodSync(folder, 0o711);
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await exec('/bin/sh', [
    '-c',
    'git -C "$1" archive "$2" "$3" | tar -x -C "$4"',
    'sh',
    root,
    release.commit,
    path,
    folder,
  ]);
  return folder;
}
