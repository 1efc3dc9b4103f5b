import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import type { Secrets } from '@dripline/launcher/secrets';
import { readRunFile } from './launch';

export interface SecondWorker {
  pid: number;
  /** Returns the log so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts another worker for a running stack, with additional settings. Resolves when it polls for tasks. */
export async function startSecondWorker(
  dataDir: string,
  { workerToken }: Secrets,
  extraVariables: Record<string, string> = {},
): Promise<SecondWorker> {
  const { graphql, temporal } = readRunFile(dataDir).services;
  const env = {
    PATH: process.env['PATH'],
    OPS_PORT: '0',
    OPS_HOST: '127.0.0.1',
    ...(temporal ? { TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}` } : {}),
    INTERNAL_GRAPHQL_URL: `http://127.0.0.1:${graphql!.internalPort}/graphql`,
    WORKER_TOKEN: workerToken,
    ...extraVariables,
  };
  const child = spawn(process.execPath, [join(root, 'services/workflows/dist/worker.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // The log secret scan reads this file after the run.
      appendFileSync(join(tmpdir(), `child-worker-${child.pid}.log`), chunk);
      if (text.includes('worker running')) resolve();
    });
    void ended.then(() => reject(new Error(`The second worker ended:\n${text}`)));
  });
  return {
    pid: child.pid!,
    output: () => text,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
