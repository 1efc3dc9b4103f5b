import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWithGo } from '../install/build-with-go';
import { childEnv } from '../processes/child-env';
import type { Env } from '../env';
import { findTool, fromCache, fromVariable, fromPath } from '../install/find-tool';
import { root } from '../paths';
import { downloadWithSdk } from './sdk-download';

const advice = 'Install the Temporal CLI or Go, or set TEMPORAL_CLI_PATH or TEMPORAL_ADDRESS.';

/**
 * Returns the path of the Temporal CLI, and downloads or builds it if needed. Throws
 * a Failure that says what to install.
 */
export function findTemporal(env: Env, signal?: AbortSignal): Promise<string> {
  const path = join(env.cacheDir, 'bin/temporal');
  // `go install` rejects later versions because their go.mod has a `replace` directive.
  const { goPackage } = JSON.parse(readFileSync(join(root, 'services/launcher/temporal-cli.json'), 'utf8')) as {
    goPackage: string;
  };
  const ways = [
    fromVariable('TEMPORAL_CLI_PATH', env.TEMPORAL_CLI_PATH),
    fromPath('temporal', env.PATH),
    fromCache(path),
    downloadWithSdk({ kind: 'dev-server', path, env: childEnv(env.variables, []), signal }),
    buildWithGo({ name: 'Building the Temporal CLI with Go (about three minutes)', goPackage, path }, env, signal),
  ];
  return findTool('The Temporal CLI', ways, advice);
}
