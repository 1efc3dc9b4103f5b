import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ChildServer {
  url: string;
  /** Answers how many bytes of memory it held at most since now, beyond what it holds now; 0 where this system does not say. */
  watchMemory(): () => number;
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

const usual = {
  TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
  PUBLIC_URL: 'http://localhost:8080',
  SERVICE_TOKEN: 'service-token-of-the-tests',
  SESSION_SECRET: 'session-secret-of-the-tests',
};

/** The compiled server in a process of its own, as `npm start` runs it. */
export async function startChildServer(variables: Record<string, string>): Promise<ChildServer> {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    OPS_HOST: '127.0.0.1',
    ...usual,
    ...variables,
  };
  const child = spawn(process.execPath, [path.join(__dirname, '../../dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Looked through after the run, as what every service writes.
      appendFileSync(path.join(tmpdir(), `child-graphql-${child.pid}.log`), `${line}\n`);
      const { msg, port: at } = JSON.parse(line) as { msg: string; port: number };
      if (msg === 'listening') resolve(at);
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    watchMemory() {
      if (process.platform !== 'linux') return () => 0;
      const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024;
      // Forgets the peak of the start.
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
      const before = peak();
      return () => peak() - before;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
