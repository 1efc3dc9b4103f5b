import { waitUntilReady } from '../processes/wait-until-ready';
import { isListening } from '../processes/ports';
import { SupervisedProcess } from '../processes/supervised-process';
import type { Log } from '../processes/log-file';

export interface TemporalOptions {
  binary: string;
  port: number;
  /** Port of the web UI. Without it, there is no web UI. */
  uiPort?: number;
  /** File of the state. Without it, the state is in memory. */
  file?: string;
  namespace: string;
  env: Record<string, string>;
  log: Log;
}

const readyMs = 60_000;

/** Starts the Temporal dev server on the loopback interface, without waiting until it is ready. */
export function startTemporalDevServer({
  binary,
  port,
  uiPort,
  file,
  namespace,
  env,
  log,
}: TemporalOptions): SupervisedProcess {
  const args = [
    ...[
      'server',
      'start-dev',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--namespace',
      namespace,
      '--log-level',
      'warn',
    ],
    ...(uiPort ? ['--ui-port', String(uiPort), '--ui-ip', '127.0.0.1'] : ['--headless']),
    ...(file ? ['--db-filename', file] : []),
  ];
  return new SupervisedProcess(
    { name: 'temporal', command: binary, args, env, cwd: '/' },
    { log, graceMs: 1_500 },
  ).start();
}

/** Resolves when the dev server accepts connections. Throws a Failure. */
export const waitUntilTemporalReady = (
  process: SupervisedProcess,
  port: number,
  log: Log,
  signal?: AbortSignal,
): Promise<void> => waitUntilReady(() => isListening(port), { process, log, timeoutMs: readyMs, signal });
