import { eventually } from '@dripline/runtime/testing/eventually';
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUCKET, freePort, type TestBucket } from './test-bucket';
import { startVerifyingGcsProxy } from './verifying-gcs-proxy';

const serviceAccount = 'tests@dripline.iam.gserviceaccount.com';
/** Starts the emulator with an empty bucket, behind a proxy that verifies signatures. */
export async function startGcsEmulator(binary: string): Promise<TestBucket> {
  const port = await freePort();
  const emulator = spawn(
    binary,
    ['-backend', 'memory', '-scheme', 'http', '-host', '127.0.0.1', '-port', String(port), '-log-level', 'error'],
    { stdio: 'ignore' },
  );
  const buckets = `http://127.0.0.1:${port}/storage/v1/b`;
  await eventually(async () => (await fetch(buckets)).ok);
  await fetch(buckets, {
    method: 'POST',
    body: JSON.stringify({ name: BUCKET }),
    headers: { 'content-type': 'application/json' },
  });

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = mkdtempSync(path.join(tmpdir(), 'dripline-gcs-'));
  const credentials = path.join(folder, 'key.json');
  const key = {
    type: 'service_account',
    project_id: 'dripline',
    client_email: serviceAccount,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  writeFileSync(credentials, JSON.stringify(key), { mode: 0o600 });
  const proxy = await startVerifyingGcsProxy({ emulatorPort: port, serviceAccount, publicKey });
  return {
    url: proxy.url,
    variables: { GCS_BUCKET: BUCKET, GCS_API_ENDPOINT: proxy.url, GOOGLE_APPLICATION_CREDENTIALS: credentials },
    async names() {
      const { items = [] } = (await (await fetch(`${buckets}/${BUCKET}/o`)).json()) as {
        items?: { name: string; size?: string }[];
      };
      return items.filter(({ size }) => Number(size) > 0).map(({ name }) => name);
    },
    disconnect: proxy.stop,
    async stop() {
      await proxy.stop();
      const ended = new Promise((resolve) => emulator.once('close', resolve));
      emulator.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
