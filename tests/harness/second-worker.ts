import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import type { Secrets } from '@dripline/launcher/secrets';
import { readRun } from './launch';

export interface SecondWorker {
  /** Its log so far. */
  output(): string;
  stop(): Promise<void>;
}

/** One more worker, with the settings of the one that runs there already and these; resolves when it takes work. */
export async function startSecondWorker(
  dataDir: string,
  { serviceToken }: Secrets,
  more: Record<string, string> = {},
): Promise<SecondWorker> {
  const { graphql, temporal } = readRun(dataDir).services;
  const env = {
    PATH: process.env['PATH'],
    OPS_PORT: '0',
    OPS_HOST: '127.0.0.1',
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal!.port}`,
    GRAPHQL_URL: `http://127.0.0.1:${graphql!.port}/graphql`,
    SERVICE_TOKEN: serviceToken,
    ...more,
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
      // Looked through after the run, as what every service writes.
      appendFileSync(join(tmpdir(), `child-worker-${child.pid}.log`), chunk);
      if (text.includes('worker running')) resolve();
    });
    void ended.then(() => reject(new Error(`The second worker ended:\n${text}`)));
  });
  return {
    output: () => text,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
