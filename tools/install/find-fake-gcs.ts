import { join } from 'node:path';
import { builtWithGo } from '@dripline/launcher/install/go-tool';
import type { Env } from '@dripline/launcher/env';
import { findTool, type Found, inCache, namedBy, onPath, orMissing } from '@dripline/launcher/install/find-tool';

const version = '1.56.1';
const advice = 'Install Go, or set FAKE_GCS_SERVER_PATH.';

/** Finds the emulator of Google Cloud Storage that the tests use, and gets it if need be. */
export function findFakeGcs(env: Env, signal?: AbortSignal): Promise<Found> {
  const path = join(env.cacheDir, `bin/fake-gcs-server-${version}`);
  const build = {
    name: 'Building the storage emulator with Go (under a minute)',
    goPackage: `github.com/fsouza/fake-gcs-server@v${version}`,
    path,
  };
  const ways = [
    namedBy('FAKE_GCS_SERVER_PATH', env.FAKE_GCS_SERVER_PATH),
    onPath('fake-gcs-server', env.PATH),
    inCache(path),
    builtWithGo(build, env, signal),
  ];
  return orMissing(findTool('The storage emulator', ways, advice));
}
