import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { waitUntilReady } from '@dripline/launcher/processes/wait-until-ready';
import { SupervisedProcess } from '@dripline/launcher/processes/supervised-process';

/** A bucket in an S3-compatible server. */
export interface S3Bucket {
  /** Environment variables that locate the bucket. */
  variables: { S3_BUCKET: string; AWS_REGION: string; AWS_ENDPOINT_URL_S3: string };
  /** Environment variables with its credentials. */
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  process: SupervisedProcess;
}

/** Starts an S3-compatible server with an empty bucket that is stored in the folder. */
export async function startS3Bucket(env: Env, binary: string, folder: string, signal: AbortSignal): Promise<S3Bucket> {
  const [port = 0] = await pickPorts(1);
  const [name, url] = ['dripline-images', `http://127.0.0.1:${port}`];
  const [data, metadata] = [join(folder, 'data'), join(folder, 'metadata')];
  for (const created of [join(data, name), metadata]) mkdirSync(created, { recursive: true });
  const credentials = { AWS_ACCESS_KEY_ID: 'images', AWS_SECRET_ACCESS_KEY: randomBytes(20).toString('hex') };
  const log = new Log({ name: 'bucket', isShown: false, secrets: [credentials.AWS_SECRET_ACCESS_KEY] });
  // Any origin, because the app's port may not be known yet.
  const server = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', '--cors-allow-origin', '*'];
  const args = [...server, 'posix', '--sidecar', metadata, data];
  const keys = {
    ROOT_ACCESS_KEY_ID: credentials.AWS_ACCESS_KEY_ID,
    ROOT_SECRET_ACCESS_KEY: credentials.AWS_SECRET_ACCESS_KEY,
  };
  const process = new SupervisedProcess(
    { name: 'bucket', command: binary, args, env: childEnv(env.variables, [], keys), cwd: '/' },
    { log },
  ).start();
  const isListening = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await waitUntilReady(isListening, { process, log, timeoutMs: 30_000, signal });
  return { variables: { S3_BUCKET: name, AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: url }, credentials, process };
}
