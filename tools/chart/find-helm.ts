import { join } from 'node:path';
import { builtWithGo } from '@dripline/launcher/install/go-tool';
import type { Env } from '@dripline/launcher/env';
import { findTool, type Found, inCache, namedBy, onPath, orMissing } from '@dripline/launcher/install/find-tool';

const version = '4.3.1';
const advice = 'Install Helm or Go, or set HELM_PATH.';

/** Finds Helm, and gets it if need be. */
export function findHelm(env: Env, signal?: AbortSignal): Promise<Found> {
  const path = join(env.cacheDir, `bin/helm-${version}`);
  const build = {
    name: 'Building Helm with Go (about three minutes)',
    goPackage: `helm.sh/helm/v4/cmd/helm@v${version}`,
    path,
  };
  const ways = [
    namedBy('HELM_PATH', env.HELM_PATH),
    onPath('helm', env.PATH),
    inCache(path),
    builtWithGo(build, env, signal),
  ];
  return orMissing(findTool('Helm', ways, advice));
}
