import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import type { Env } from '@dripline/launcher/env';
import { Failure } from '@dripline/launcher/failure';
import { lastLogLine } from '@dripline/launcher/processes/last-log-line';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { spawnManaged } from '@dripline/launcher/processes/spawn-managed';

export interface RunReleaseOptions {
  /** Folder of the release's files. */
  folder: string;
  dataDir: string;
  admin: { username: string; password: string };
  env: Env;
  signal: AbortSignal;
  cleanup: Cleanup;
}

export interface RunningRelease {
  origin: string;
  /** Returns the errors and restarts that were logged so far. */
  loggedErrors(): string[];
  stop(): Promise<void>;
}

const readyMs = 300_000;
const maxLines = 40;
// pino's levels: 50 is error, 60 is fatal.
const isError = (line: string) =>
  /"level":(?:[56]0|"(?:error|fatal)")/.test(line) || /ended \(.*(restarting|it is started again)/.test(line);

/** Runs `npm start` of a release with an existing data folder. Throws a Failure if it does not become ready. */
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
  const child = spawnManaged({ name: 'release', ...command, env: childEnv(env.variables, [], settings) });
  const lines: string[] = [];
  const loggedErrors: string[] = [];
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
        if (lines.length > maxLines) lines.shift();
        if (isError(line)) loggedErrors.push(line);
        if (line.includes('Ready in')) resolve();
      });
    }
  });
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(readyMs)]);
  const timedOut = new Promise<'timeout'>((resolve) =>
    timeout.addEventListener('abort', () => resolve('timeout'), { once: true }),
  );
  const outcome = await Promise.race([ready, ended, timedOut]);
  signal.throwIfAborted();
  if (outcome !== undefined) throw new Failure(`The release did not become ready: ${lastLogLine(lines)}`);
  return { origin: `http://127.0.0.1:${port}`, loggedErrors: () => [...loggedErrors], stop };
}
