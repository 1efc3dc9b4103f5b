import { join } from 'node:path';
import { buildWithGo } from '@dripline/launcher/install/build-with-go';
import type { Env } from '@dripline/launcher/env';
import {
  findTool,
  type ToolResult,
  fromCache,
  fromVariable,
  fromPath,
  orMissing,
} from '@dripline/launcher/install/find-tool';

const version = '1.8.1';
const advice = 'Install k6 or Go, or set K6_PATH.';

const pathOf = (env: Env) => join(env.cacheDir, `bin/k6-${version}`);
const installedSources = (env: Env) => [
  fromVariable('K6_PATH', env.K6_PATH),
  fromPath('k6', env.PATH),
  fromCache(pathOf(env)),
];

/** Returns the path of k6, and builds it if it is missing. Throws a Failure that says what to install. */
export function findK6(env: Env, signal?: AbortSignal): Promise<string> {
  const build = {
    name: 'Building k6 with Go (about two minutes)',
    goPackage: `go.k6.io/k6@v${version}`,
    path: pathOf(env),
  };
  return findTool('k6', [...installedSources(env), buildWithGo(build, env, signal)], advice);
}

/** Finds k6 without building it. */
export const findInstalledK6 = (env: Env): Promise<ToolResult> =>
  orMissing(findTool('k6', installedSources(env), 'Run `npm run load` once, or set K6_PATH.'));
