import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickPorts } from '@dripline/launcher/processes/ports';

const root = path.join(__dirname, '../../..');

/** A running stack. */
export interface Stack {
  origin: string;
  /** The folder with its data. */
  dataDir: string;
  admin: { username: string; password: string };
  stop(): Promise<void>;
}

/** Starts the whole product as `npm start` does, on a free port unless one is given, and with its own data folder. */
export async function startStack(variables: Record<string, string> = {}, args: string[] = []): Promise<Stack> {
  const port = variables['PORT'] ?? String((await pickPorts(1))[0]);
  const admin = { username: 'admin', password: 'a password for the tests' };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dripline-e2e-'));
  // Jest and Playwright set NODE_ENV. `npm start` runs without it.
  const { NODE_ENV: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    // Automated browsers fill in forms immediately, which would count as spam.
    MIN_FILL_SECONDS: '0',
    PORT: port,
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    ...variables,
  };
  const child = spawn(process.execPath, [path.join(root, 'tools/bootstrap.mjs'), 'start', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready in')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(() => reject(new Error(`npm start exited:\n${output}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    admin,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
