import { join } from 'node:path';
import { childEnv } from './processes/child-env';
import type { Env } from './env';
import type { Log } from './processes/log-file';
import { root } from './paths';
import { waitUntilReady } from './processes/wait-until-ready';
import type { Service, Wiring } from './services';
import { SupervisedProcess } from './processes/supervised-process';

const readyMs = 60_000;

/** Starts a service without waiting until it is ready. In development, it restarts when its compiled files change. */
export function startService(
  service: Service,
  wiring: Wiring,
  env: Env,
  log: Log,
  isDevelopment: boolean,
): SupervisedProcess {
  const { name, entry, passed, graceMs } = service;
  const port = name === 'workflows' ? {} : { PORT: String(wiring.ports[name]), HOST: '127.0.0.1' };
  const set = { ...port, OPS_PORT: String(wiring.opsPorts[name]), OPS_HOST: '127.0.0.1', ...service.set(wiring) };
  const development = isDevelopment && name === 'web' ? { NODE_ENV: 'development' } : {};
  const program = {
    name,
    command: process.execPath,
    args: [...(isDevelopment ? ['--watch', '--watch-preserve-output'] : ['--enable-source-maps']), join(root, entry)],
    env: childEnv(env.variables, ['LOG_LEVEL', ...passed], { ...set, ...development }),
    cwd: root,
  };
  return new SupervisedProcess(program, { log, graceMs }).start();
}

/** Resolves when the service's readiness check succeeds. Throws a Failure. */
export const untilReady = (process: SupervisedProcess, opsPort: number, log: Log, signal: AbortSignal): Promise<void> =>
  waitUntilReady(() => isReady(`http://127.0.0.1:${opsPort}/readyz`), { process, log, timeoutMs: readyMs, signal });

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
