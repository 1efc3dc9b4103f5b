import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { waitUntilReady } from '@dripline/launcher/processes/wait-until-ready';
import { SupervisedProcess } from '@dripline/launcher/processes/supervised-process';

export interface Bucket {
  name: string;
  /** Value of GCS_API_ENDPOINT. */
  url: string;
  process: SupervisedProcess;
}

/**
 * Starts the storage emulator with an empty bucket in memory, and writes a signing key to `gcs.json` in the folder.
 * `startProxy` can put a proxy in front of it; it gets the emulator's port and returns the proxy's.
 */
export async function startBucket(
  env: Env,
  binary: string,
  folder: string,
  signal: AbortSignal,
  startProxy = (port: number) => Promise.resolve(port),
): Promise<Bucket> {
  const [port = 0] = await pickPorts(1);
  const publicPort = await startProxy(port);
  const [name, url] = ['dripline-images', `http://127.0.0.1:${port}`];
  const log = new Log({ name: 'bucket', isShown: false });
  const args = [
    '-backend',
    'memory',
    '-scheme',
    'http',
    '-host',
    '127.0.0.1',
    '-port',
    String(port),
    '-public-host',
    `127.0.0.1:${publicPort}`,
    '-log-level',
    'error',
  ];
  const process = new SupervisedProcess(
    { name: 'bucket', command: binary, args, env: childEnv(env.variables, []), cwd: '/' },
    { log },
  ).start();
  const buckets = `${url}/storage/v1/b`;
  await waitUntilReady(
    () =>
      fetch(buckets).then(
        ({ ok }) => ok,
        () => false,
      ),
    { process, log, timeoutMs: 30_000, signal },
  );
  await fetch(buckets, {
    method: 'POST',
    body: JSON.stringify({ name }),
    headers: { 'content-type': 'application/json' },
  });
  writeFileSync(join(folder, 'gcs.json'), JSON.stringify(createServiceAccountKey()), { mode: 0o444 });
  return { name, url: `http://127.0.0.1:${publicPort}`, process };
}

function createServiceAccountKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    type: 'service_account',
    project_id: 'dripline',
    client_email: 'images@dripline.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}
