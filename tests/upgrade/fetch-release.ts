import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';

const exec = promisify(execFile);

/** A published release. */
export interface PreviousRelease {
  name: string;
  commit: string;
}

/** Returns the release before this one, or null while there is none. */
export const previousRelease = (): PreviousRelease | null =>
  JSON.parse(readFileSync(join(root, 'tests/upgrade/previous-release.json'), 'utf8')) as PreviousRelease | null;

/** Returns whether this clone has the release's commit. */
export const isInHistory = ({ commit }: PreviousRelease): Promise<boolean> =>
  exec('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );

/**
 * Extracts the files of a release to a temporary folder. Throws a Failure if this clone
 * does not have the release's commit.
 */
export async function fetchRelease(release: PreviousRelease, cleanup: Cleanup, path = '.'): Promise<string> {
  if (!(await isInHistory(release)))
    throw new Failure(
      `Release ${release.name} cannot be tested because this clone does not have its commit. Fetch the full history.`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'dripline-previous-'));
  // Postgres may run as another user and must be able to enter.
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
