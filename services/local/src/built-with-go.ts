import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { childEnv } from './child-env';
import type { Env } from './env';
import type { Way } from './find-tool';
import { runStep } from './run-step';

export interface GoBuild {
  /** Shown while it runs. */
  name: string;
  /** With its pinned version; Go's own sum database vouches for it. */
  goPackage: string;
  /** Where the program goes. */
  path: string;
}

/** Builds a program with the Go toolchain, into the cache. */
export const builtWithGo = ({ name, goPackage, path }: GoBuild, env: Env, signal?: AbortSignal): Way => ({
  label: 'build with Go',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const folder = mkdtempSync(`${path}.build-`);
    try {
      await runStep(
        {
          name,
          command: 'go',
          args: ['install', '-trimpath', '-ldflags', '-s -w', goPackage],
          env: childEnv(env.variables, ['GO*'], { CGO_ENABLED: '0', GOBIN: folder }),
        },
        { signal },
      );
      renameSync(join(folder, basename(goPackage.split('@')[0]!)), path);
      return path;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
