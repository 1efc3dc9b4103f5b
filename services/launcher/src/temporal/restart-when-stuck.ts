import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisedProcess } from '../processes/supervised-process';
import type { TemporalOptions } from './temporal-dev-server';

const failuresBeforeRestart = 3;
const stuckMessage = 'The Temporal server does not answer and is restarted. Its state is on disk, so nothing is lost.';

/** How often and for how long to wait for an answer, in milliseconds. */
export interface CheckTimes {
  intervalMs: number;
  timeoutMs: number;
}

/**
 * Restarts a dev server that fails to describe its namespace three times in a row, until the returned function is
 * called. After a long overload, each query of its SQLite database fails with "interrupted (9)" until a restart,
 * although the server accepts connections.
 */
export function restartWhenStuck(
  server: SupervisedProcess,
  { binary, port, namespace, env }: Pick<TemporalOptions, 'binary' | 'port' | 'namespace' | 'env'>,
  { intervalMs, timeoutMs }: CheckTimes = { intervalMs: 30_000, timeoutMs: 10_000 },
  log: (line: string) => void = console.log,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const args = [
    ...['operator', 'namespace', 'describe', namespace, '--address', `127.0.0.1:${port}`],
    ...['--command-timeout', `${timeoutMs}ms`],
  ];
  const answers = () =>
    new Promise<boolean>((resolve) =>
      execFile(binary, args, { env, cwd: '/', signal, timeout: 2 * timeoutMs }, (error) => resolve(!error)),
    );
  async function watch(): Promise<void> {
    let hasAnswered = false;
    let checked: number | undefined;
    let failures = 0;
    while (!signal.aborted) {
      await delay(intervalMs, undefined, { signal });
      const { pid } = server;
      if (pid !== checked) failures = 0;
      checked = pid;
      if (await answers()) {
        hasAnswered = true;
        failures = 0;
      } else failures += 1;
      // A check that never succeeds says nothing about the server.
      if (!hasAnswered || failures < failuresBeforeRestart || pid === undefined || server.pid !== pid) continue;
      log(stuckMessage);
      server.kill();
    }
  }
  watch().catch(() => undefined);
  return () => stopping.abort();
}
