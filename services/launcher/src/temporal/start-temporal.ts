import { join } from 'node:path';
import { childEnv } from '../processes/child-env';
import { findTemporal } from './find-temporal';
import { pickPorts } from '../processes/ports';
import { trackProcess, openLog, type RunContext } from '../run-context';
import { restartWhenStuck } from './restart-when-stuck';
import { startTemporalDevServer, waitUntilTemporalReady } from './temporal-dev-server';
import { isReachable } from './watch-temporal';

/** The Temporal server that the services use. */
export interface StartedTemporal {
  address: string;
  /** The Temporal row of the startup message. */
  bannerText: string;
  /** Resolves with whether Temporal is reachable. Throws a Failure if the dev server does not start. */
  isUp(): Promise<boolean>;
}

/** Uses TEMPORAL_ADDRESS, or starts a dev server with its state in DATA_DIR. Does not wait until it is reachable. */
export async function startTemporal(context: RunContext): Promise<StartedTemporal> {
  const { env, signal } = context;
  const address = env.TEMPORAL_ADDRESS;
  if (address) return { address, bannerText: `external server at ${address}`, isUp: () => isReachable(address) };

  const binary = await findTemporal(env, signal);
  const [port = 0, uiPort = 0] = await pickPorts(2);
  const log = openLog(context, 'temporal', false);
  const file = join(env.DATA_DIR, 'temporal.db');
  const options = { binary, port, namespace: env.TEMPORAL_NAMESPACE, env: childEnv(env.variables, []) };
  const running = startTemporalDevServer({ ...options, uiPort, file, log });
  trackProcess(context, running, { port });
  context.cleanup.add(restartWhenStuck(running, options));
  return {
    address: `127.0.0.1:${port}`,
    bannerText: `http://localhost:${uiPort}`,
    isUp: async () => {
      await waitUntilTemporalReady(running, port, log, signal);
      return true;
    },
  };
}
