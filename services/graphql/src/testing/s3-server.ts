import { eventually } from '@dripline/runtime/testing/eventually';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUCKET, freePort, type TestBucket } from './test-bucket';

/** Starts an S3-compatible server with an empty bucket. It verifies signatures, signed headers and preconditions. */
export async function startS3Server(binary: string): Promise<TestBucket> {
  const [port, secret] = [await freePort(), randomBytes(20).toString('hex')];
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'dripline-s3-'));
  const [data, metadata] = [path.join(folder, 'data'), path.join(folder, 'metadata')];
  const bucket = path.join(data, BUCKET);
  for (const created of [bucket, metadata]) mkdirSync(created, { recursive: true });
  const server = spawn(
    binary,
    // Files for the metadata, because not all file systems have extended attributes.
    ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', 'posix', '--sidecar', metadata, data],
    { stdio: 'ignore', env: { ROOT_ACCESS_KEY_ID: 'tests', ROOT_SECRET_ACCESS_KEY: secret } },
  );
  await eventually(async () => void (await fetch(url)));
  const end = async () => {
    const ended = new Promise((resolve) => server.once('close', resolve));
    if (server.kill('SIGKILL')) await ended;
  };
  return {
    url,
    variables: {
      S3_BUCKET: BUCKET,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: url,
      AWS_ACCESS_KEY_ID: 'tests',
      AWS_SECRET_ACCESS_KEY: secret,
    },
    names: () =>
      Promise.resolve(
        ['pending', 'public'].flatMap((place) => list(path.join(bucket, place)).map((name) => `${place}/${name}`)),
      ),
    disconnect: end,
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Lists the files in a folder that are not empty. The server deletes empty folders. */
function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => statSync(path.join(folder, name)).size > 0);
  } catch {
    return [];
  }
}
