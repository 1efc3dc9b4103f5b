import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from './child-env';
import type { Env } from './env';
import { findTool, inCache, namedBy, onPath, type Way } from './find-tool';
import { runStep } from './run-step';
import { downloadedBySdk } from './sdk-download';

// Later versions have a `replace` in their go.mod, which `go install` refuses.
const goPackage = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const advice = 'Install the Temporal CLI or Go, or set TEMPORAL_CLI_PATH or TEMPORAL_ADDRESS.';

/** The path of a `temporal` program, got if need be. Throws a Failure that says what to install. */
export function findTemporal(env: Env, signal?: AbortSignal): Promise<string> {
  const path = join(env.cacheDir, 'bin/temporal');
  const ways = [
    namedBy('TEMPORAL_CLI_PATH', env.TEMPORAL_CLI_PATH),
    onPath('temporal', env.PATH),
    inCache(path),
    downloadedBySdk({ kind: 'dev-server', path, env: childEnv(env.variables, []), signal }),
    builtWithGo(path, env, signal),
  ];
  return findTool('The Temporal CLI', ways, advice);
}

const builtWithGo = (path: string, env: Env, signal?: AbortSignal): Way => ({
  label: 'build with Go',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const folder = mkdtempSync(`${path}.build-`);
    try {
      await runStep(
        {
          name: 'Building the Temporal CLI with Go (about three minutes)',
          command: 'go',
          args: ['install', '-trimpath', '-ldflags', '-s -w', goPackage],
          env: childEnv(env.variables, ['GO*'], { CGO_ENABLED: '0', GOBIN: folder }),
        },
        { signal },
      );
      renameSync(join(folder, 'temporal'), path);
      return path;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
