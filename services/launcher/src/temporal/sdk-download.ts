import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, type ToolSource } from '../install/find-tool';
import { runStep } from '../processes/run-step';

export interface DownloadOptions {
  kind: 'dev-server' | 'test-server';
  /** Path of the downloaded program. */
  path: string;
  env: Record<string, string>;
  signal?: AbortSignal;
}

const stallTimeoutMs = 20_000;

/** Downloads the program with the Temporal SDK. Stops if nothing arrives for 20 seconds. */
export const downloadWithSdk = ({ kind, path, env, signal }: DownloadOptions): ToolSource => ({
  label: 'download by the SDK',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const folder = mkdtempSync(`${path}.download-`);
    try {
      const step = {
        name: `Downloading Temporal's ${kind}`,
        command: process.execPath,
        args: [join(__dirname, 'sdk-download-child.js'), kind, folder],
        env,
      };
      await runStep(step, { signal, isProgressing: growthCheck(folder) });
      const program = readdirSync(folder)
        .map((name) => join(folder, name))
        .find(isExecutable);
      if (!program) throw new Error('nothing was downloaded');
      renameSync(program, path);
      return path;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Returns a function that reports whether the files in the folder have grown recently. */
function growthCheck(folder: string): () => boolean {
  let size = -1;
  let lastGrowthMs = Date.now();
  return () => {
    const newSize = readdirSync(folder).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
    if (newSize !== size) lastGrowthMs = Date.now();
    size = newSize;
    return Date.now() - lastGrowthMs < stallTimeoutMs;
  };
}
