import { NUMBER_HASH_KEY } from './test-database';
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { trackPeakMemory } from '@dripline/runtime/testing/track-peak-memory';

/** A GraphQL server that runs in its own process. */
export interface ChildServer {
  url: string;
  trackPeakMemory(): () => number;
  stop(): Promise<void>;
  /** Kills the process with SIGKILL, as a crash would. */
  kill(): Promise<void>;
}

/** The variables that every server needs, besides its database and folder. */
export const childServerDefaults = {
  TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
  PUBLIC_URL: 'http://localhost:8080',
  WORKER_TOKEN: 'worker-token-of-the-tests',
  LANDING_TOKEN: 'landing-token-of-the-tests',
  SESSION_SECRET: 'session-secret-of-the-tests',
  NUMBER_HASH_KEY,
};

/** Starts the compiled server in its own process, as `npm start` does. */
export async function startChildServer(variables: Record<string, string>): Promise<ChildServer> {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    INTERNAL_PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    OPS_HOST: '127.0.0.1',
    ...childServerDefaults,
    ...variables,
  };
  const child = spawn(process.execPath, [path.join(__dirname, '../../dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server exited with code ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The secret scan reads the logs of all services after the run.
      appendFileSync(path.join(tmpdir(), `child-graphql-${child.pid}.log`), `${line}\n`);
      const { msg, port: listeningPort } = JSON.parse(line) as { msg: string; port: number };
      if (msg === 'listening') resolve(listeningPort);
    });
  });
  const terminate = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    trackPeakMemory: () => trackPeakMemory(child.pid!),
    stop: () => terminate('SIGTERM'),
    kill: () => terminate('SIGKILL'),
  };
}
