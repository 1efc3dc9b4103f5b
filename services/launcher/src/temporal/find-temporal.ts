import { join } from 'node:path';
import { builtWithGo } from '../install/go-tool';
import { childEnv } from '../processes/child-env';
import type { Env } from '../env';
import { findTool, inCache, namedBy, onPath } from '../install/find-tool';
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
    builtWithGo({ name: 'Building the Temporal CLI with Go (about three minutes)', goPackage, path }, env, signal),
  ];
  return findTool('The Temporal CLI', ways, advice);
}
