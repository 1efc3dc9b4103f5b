import { join } from 'node:path';
import { builtWithGo } from '@dripline/launcher/install/go-tool';
import type { Env } from '@dripline/launcher/env';
import { findTool, type Found, inCache, namedBy, onPath, orMissing } from '@dripline/launcher/install/find-tool';

const version = '0.313.5';
const pathOf = (env: Env) => join(env.cacheDir, `bin/promtool-${version}`);
const present = (env: Env) => [
  namedBy('PROMTOOL_PATH', env.PROMTOOL_PATH),
  onPath('promtool', env.PATH),
  inCache(pathOf(env)),
];

/** Finds Prometheus' promtool, and gets it if need be: without its service discovery, which brings every cloud's library. */
export function findPromtool(env: Env, signal?: AbortSignal): Promise<Found> {
  const build = {
    name: 'Building promtool with Go (about three minutes)',
    goPackage: `github.com/prometheus/prometheus/cmd/promtool@v${version}`,
    path: pathOf(env),
    asDependency: { tags: 'remove_all_sd' },
  };
  return orMissing(
    findTool(
      'promtool',
      [...present(env), builtWithGo(build, env, signal)],
      'Install Prometheus or Go, or set PROMTOOL_PATH.',
    ),
  );
}

/** The same where it is there already. */
export const findPresentPromtool = (env: Env): Promise<Found> =>
  orMissing(findTool('promtool', present(env), 'Run `npm run check` once, or set PROMTOOL_PATH.'));
