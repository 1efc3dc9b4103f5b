import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import type { Env } from '@dripline/launcher/env';
import { Failure } from '@dripline/launcher/failure';
import { lastWords } from '@dripline/launcher/processes/last-log-line';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { spawnLeashed } from '@dripline/launcher/processes/spawn-managed';

export interface RunReleaseOptions {
  /** Of its files. */
  folder: string;
  dataDir: string;
  admin: { username: string; password: string };
  env: Env;
  signal: AbortSignal;
  cleanup: Cleanup;
}

export interface RunningRelease {
  origin: string;
  /** Lines of its services so far that tell of something that went wrong. */
  complaints(): string[];
  stop(): Promise<void>;
}

const readyMs = 300_000;
const keptLines = 40;
// pino's levels: 50 is error, 60 is fatal.
const isComplaint = (line: string) =>
  /"level":(?:[56]0|"(?:error|fatal)")/.test(line) || /ended \(.*it is started again/.test(line);

/** `npm start` of a release, on the data of others. Throws a Failure where it does not become ready. */
export async function runRelease({
  folder,
  dataDir,
  admin,
  env,
  signal,
  cleanup,
}: RunReleaseOptions): Promise<RunningRelease> {
  const [port = 0] = await pickPorts(1);
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMITS: 'off',
    MIN_FILL_SECONDS: '0',
    TEMPORAL_CLI_PATH: env.TEMPORAL_CLI_PATH,
  };
  const command = {
    command: process.execPath,
    args: [join(folder, 'tools/bootstrap.mjs'), 'start'],
    cwd: folder,
  };
  const child = spawnLeashed({ name: 'release', ...command, env: childEnv(env.variables, [], settings) });
  const lines: string[] = [];
  const complaints: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  cleanup.add(stop);
  const ready = new Promise<void>((resolve) => {
    for (const input of [child.stdout!, child.stderr!]) {
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        if (lines.length > keptLines) lines.shift();
        if (isComplaint(line)) complaints.push(line);
        if (line.includes('Ready in')) resolve();
      });
    }
  });
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(readyMs)]);
  const late = new Promise<'late'>((resolve) =>
    timeout.addEventListener('abort', () => resolve('late'), { once: true }),
  );
  const outcome = await Promise.race([ready, ended, late]);
  signal.throwIfAborted();
  if (outcome !== undefined) throw new Failure(`It did not become ready: ${lastWords(lines)}`);
  return { origin: `http://127.0.0.1:${port}`, complaints: () => [...complaints], stop };
}
