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

const version = '1.56.1';
const advice = 'Install Go, or set FAKE_GCS_SERVER_PATH.';

/** Finds the Google Cloud Storage emulator, or builds it if it is missing. */
export function findFakeGcs(env: Env, signal?: AbortSignal): Promise<ToolResult> {
  const path = join(env.cacheDir, `bin/fake-gcs-server-${version}`);
  const build = {
    name: 'Building the storage emulator with Go (under a minute)',
    goPackage: `github.com/fsouza/fake-gcs-server@v${version}`,
    path,
  };
  const ways = [
    fromVariable('FAKE_GCS_SERVER_PATH', env.FAKE_GCS_SERVER_PATH),
    fromPath('fake-gcs-server', env.PATH),
    fromCache(path),
    buildWithGo(build, env, signal),
  ];
  return orMissing(findTool('The storage emulator', ways, advice));
}
