import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { childEnv } from '../processes/child-env';
import type { Env } from '../env';
import type { Way } from './find-tool';
import { runStep } from '../processes/run-step';

export interface GoBuild {
  /** Shown while it runs. */
  name: string;
  /** With its pinned version; Go's own sum database vouches for it. */
  goPackage: string;
  /** Where the program goes. */
  path: string;
  /** Tags of the build, for what a module replaces: `go install` refuses such, so it is built as a dependency of a module of our own. */
  asDependency?: { tags: string };
}

/** Builds a program with the Go toolchain, into the cache. */
export const builtWithGo = ({ name, goPackage, path, asDependency }: GoBuild, env: Env, signal?: AbortSignal): Way => ({
  label: 'build with Go',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const folder = mkdtempSync(`${path}.build-`);
    try {
      const small = ['-trimpath', '-ldflags', '-s -w'];
      const go = (title: string, ...args: string[]) =>
        runStep(
          {
            name: title,
            command: 'go',
            args,
            cwd: folder,
            env: childEnv(env.variables, ['GO*'], { CGO_ENABLED: '0', GOBIN: folder }),
          },
          { signal, isQuiet: title !== name },
        );
      const [importPath = ''] = goPackage.split('@');
      if (asDependency) {
        await go('Making a Go module', 'mod', 'init', 'dripline/tools');
        await go(`${name}: fetching`, 'get', goPackage);
        await go(name, 'build', ...small, '-tags', asDependency.tags, '-o', basename(importPath), importPath);
      } else await go(name, 'install', ...small, goPackage);
      renameSync(join(folder, basename(importPath)), path);
      return path;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
