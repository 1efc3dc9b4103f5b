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

const version = '4.3.1';
const advice = 'Install Helm or Go, or set HELM_PATH.';

/** Finds Helm, or builds it if it is missing. */
export function findHelm(env: Env, signal?: AbortSignal): Promise<ToolResult> {
  const path = join(env.cacheDir, `bin/helm-${version}`);
  const build = {
    name: 'Building Helm with Go (about three minutes)',
    goPackage: `helm.sh/helm/v4/cmd/helm@v${version}`,
    path,
  };
  const ways = [
    fromVariable('HELM_PATH', env.HELM_PATH),
    fromPath('helm', env.PATH),
    fromCache(path),
    buildWithGo(build, env, signal),
  ];
  return orMissing(findTool('Helm', ways, advice));
}
