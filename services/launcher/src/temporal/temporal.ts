import { untilUp } from '../processes/poll';
import { isListening } from '../processes/ports';
import { Supervised } from '../processes/supervise';
import type { Log } from '../processes/log-file';

export interface TemporalOptions {
  binary: string;
  port: number;
  /** Shows the web UI there; without it there is none. */
  uiPort?: number;
  /** Where the state is kept; without it, in memory. */
  file?: string;
  namespace: string;
  env: Record<string, string>;
  log: Log;
}

const readyMs = 60_000;

/** The Temporal dev server, on the loopback, started but not waited for. */
export function startTemporal({ binary, port, uiPort, file, namespace, env, log }: TemporalOptions): Supervised {
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
  return new Supervised({ name: 'temporal', command: binary, args, env, cwd: '/' }, { log, graceMs: 1_500 }).start();
}

/** Resolves when the dev server takes connections. Throws a Failure. */
export const untilTemporalUp = (process: Supervised, port: number, log: Log, signal?: AbortSignal): Promise<void> =>
  untilUp(() => isListening(port), { process, log, timeoutMs: readyMs, signal });
