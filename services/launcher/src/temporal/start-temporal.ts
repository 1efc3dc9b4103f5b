import { join } from 'node:path';
import { childEnv } from '../processes/child-env';
import { findTemporal } from './find-temporal';
import { pickPorts } from '../processes/ports';
import { lookAfter, openLog, type RunContext } from '../run-context';
import { startTemporal, untilTemporalUp } from './temporal';
import { isReachable } from './watch-temporal';

export interface WorkflowEngine {
  address: string;
  /** What the banner says about it. */
  notice: string;
  /** Resolves with whether Temporal is there. An own one that does not come up is a Failure; another's is only told of. */
  isUp(): Promise<boolean>;
}

/** Temporal: that of the environment, or a dev server whose state is in DATA_DIR. Started, not waited for. */
export async function startWorkflowEngine(context: RunContext): Promise<WorkflowEngine> {
  const { env, signal } = context;
  const address = env.TEMPORAL_ADDRESS;
  if (address) return { address, notice: `see the Temporal at ${address}`, isUp: () => isReachable(address) };

  const binary = await findTemporal(env, signal);
  const [port = 0, uiPort = 0] = await pickPorts(2);
  const log = openLog(context, 'temporal', false);
  const file = join(env.DATA_DIR, 'temporal.db');
  const running = startTemporal({
    binary,
    port,
    uiPort,
    file,
    namespace: env.TEMPORAL_NAMESPACE,
    env: childEnv(env.variables, []),
    log,
  });
  lookAfter(context, running, { port });
  return {
    address: `127.0.0.1:${port}`,
    notice: `http://localhost:${uiPort}`,
    isUp: async () => {
      await untilTemporalUp(running, port, log, signal);
      return true;
    },
  };
}
