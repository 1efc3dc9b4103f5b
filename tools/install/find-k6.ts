import { join } from 'node:path';
import { builtWithGo } from '@dripline/launcher/install/go-tool';
import type { Env } from '@dripline/launcher/env';
import { findTool, type Found, inCache, namedBy, onPath, orMissing } from '@dripline/launcher/install/find-tool';

const version = '1.8.1';
const advice = 'Install k6 or Go, or set K6_PATH.';

const pathOf = (env: Env) => join(env.cacheDir, `bin/k6-${version}`);
const present = (env: Env) => [namedBy('K6_PATH', env.K6_PATH), onPath('k6', env.PATH), inCache(pathOf(env))];

/** The path of a `k6` program, got if need be. Throws a Failure that says what to install. */
export function findK6(env: Env, signal?: AbortSignal): Promise<string> {
  const build = {
    name: 'Building k6 with Go (about two minutes)',
    goPackage: `go.k6.io/k6@v${version}`,
    path: pathOf(env),
  };
  return findTool('k6', [...present(env), builtWithGo(build, env, signal)], advice);
}

/** The same where it is there already: a check of four small scripts is not worth building it. */
export const findPresentK6 = (env: Env): Promise<Found> =>
  orMissing(findTool('k6', present(env), 'Run `npm run load` once, or set K6_PATH.'));
