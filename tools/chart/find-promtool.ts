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

const version = '0.313.5';
const pathOf = (env: Env) => join(env.cacheDir, `bin/promtool-${version}`);
const installedSources = (env: Env) => [
  fromVariable('PROMTOOL_PATH', env.PROMTOOL_PATH),
  fromPath('promtool', env.PATH),
  fromCache(pathOf(env)),
];

/** Finds promtool, or builds it without service discovery, which has many dependencies. */
export function findPromtool(env: Env, signal?: AbortSignal): Promise<ToolResult> {
  const build = {
    name: 'Building promtool with Go (about three minutes)',
    goPackage: `github.com/prometheus/prometheus/cmd/promtool@v${version}`,
    path: pathOf(env),
    asDependency: { tags: 'remove_all_sd' },
  };
  return orMissing(
    findTool(
      'promtool',
      [...installedSources(env), buildWithGo(build, env, signal)],
      'Install Prometheus or Go, or set PROMTOOL_PATH.',
    ),
  );
}

/** Finds promtool without building it. */
export const findInstalledPromtool = (env: Env): Promise<ToolResult> =>
  orMissing(findTool('promtool', installedSources(env), 'Run `npm run check` once, or set PROMTOOL_PATH.'));
