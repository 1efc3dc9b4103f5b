import { join } from 'node:path';
import { builtWithGo } from './built-with-go';
import type { Env } from './env';
import { findTool, inCache, namedBy, onPath } from './find-tool';

const version = '1.8.1';
const advice = 'Install k6 or Go, or set K6_PATH.';

/** The path of a `k6` program, got if need be. Throws a Failure that says what to install. */
export function findK6(env: Env, signal?: AbortSignal): Promise<string> {
  const path = join(env.cacheDir, `bin/k6-${version}`);
  const build = { name: 'Building k6 with Go (about a minute)', goPackage: `go.k6.io/k6@v${version}`, path };
  return findTool('k6', [namedBy('K6_PATH', env.K6_PATH), onPath('k6', env.PATH), inCache(path), builtWithGo(build, env, signal)], advice);
}
