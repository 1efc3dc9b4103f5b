import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, type Way } from '../install/find-tool';
import { runStep } from '../processes/run-step';

export interface DownloadOptions {
  kind: 'dev-server' | 'test-server';
  /** Where the program is to end up. */
  path: string;
  env: Record<string, string>;
  signal?: AbortSignal;
}

const patienceMs = 20_000;

/** Lets the Temporal SDK download the program, as it does by default, but gives up when nothing arrives for a while. */
export const downloadedBySdk = ({ kind, path, env, signal }: DownloadOptions): Way => ({
  label: 'download by the SDK',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const folder = mkdtempSync(`${path}.download-`);
    try {
      const program = {
        name: `Downloading Temporal's ${kind}`,
        command: process.execPath,
        args: [join(__dirname, 'sdk-download-child.js'), kind, folder],
        env,
      };
      await runStep(program, { signal, isProgressing: growth(folder) });
      const found = readdirSync(folder)
        .map((name) => join(folder, name))
        .find(isExecutable);
      if (!found) throw new Error('nothing arrived');
      renameSync(found, path);
      return path;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

function growth(folder: string): () => boolean {
  let size = -1;
  let grewAt = Date.now();
  return () => {
    const now = readdirSync(folder).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
    if (now !== size) grewAt = Date.now();
    size = now;
    return Date.now() - grewAt < patienceMs;
  };
}
