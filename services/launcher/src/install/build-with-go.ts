import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { childEnv } from '../processes/child-env';
import type { Env } from '../env';
import type { ToolSource } from './find-tool';
import { runStep } from '../processes/run-step';

export interface GoBuild {
  /** Label of the build, shown while it runs. */
  name: string;
  /** Go package with its pinned version. Go verifies it against its checksum database. */
  goPackage: string;
  /** Path of the built program. */
  path: string;
  /**
   * Builds the program as a dependency of a temporary module, with these build tags. Needed for modules with `replace`
   * directives because `go install` rejects them.
   */
  asDependency?: { tags: string };
}

/** Builds the program with the Go toolchain. */
export const buildWithGo = (
  { name, goPackage, path, asDependency }: GoBuild,
  env: Env,
  signal?: AbortSignal,
): ToolSource => ({
  label: 'build with Go',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const folder = mkdtempSync(`${path}.build-`);
    try {
      const sizeFlags = ['-trimpath', '-ldflags', '-s -w'];
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
      // Go leaves the major version out of the program's name.
      const program = basename(importPath.replace(/\/v\d+$/, ''));
      if (asDependency) {
        await go('Creating a Go module', 'mod', 'init', 'dripline/tools');
        await go(`${name}: fetching`, 'get', goPackage);
        await go(name, 'build', ...sizeFlags, '-tags', asDependency.tags, '-o', program, importPath);
      } else await go(name, 'install', ...sizeFlags, goPackage);
      renameSync(join(folder, program), path);
      return path;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
