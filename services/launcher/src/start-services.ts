import { trackProcess, openLog, type RunContext } from './run-context';
import { services, type Wiring } from './services';
import { startCompiler } from './start-compiler';
import { startService, untilReady } from './start-service';

export interface StartServicesOptions {
  context: RunContext;
  wiring: Wiring;
  isDevelopment: boolean;
  isTemporalUp: boolean;
}

/**
 * Starts all services and resolves when they are ready. Does not wait for the worker while
 * Temporal is unreachable. Throws a Failure.
 */
export async function startServices({
  context,
  wiring,
  isDevelopment,
  isTemporalUp,
}: StartServicesOptions): Promise<void> {
  const { env, signal } = context;
  const started = services.map((service) => {
    const log = openLog(context, service.name, true);
    const running = startService(service, wiring, env, log, isDevelopment);
    trackProcess(context, running, {
      port: service.name === 'workflows' ? undefined : wiring.ports[service.name],
      internalPort: service.name === 'graphql' ? wiring.internalPort : undefined,
      opsPort: wiring.opsPorts[service.name],
    });
    return { name: service.name, running, log };
  });
  if (isDevelopment) trackProcess(context, startCompiler(env, openLog(context, 'compiler', true)));
  const expected = started.filter(({ name }) => isTemporalUp || name !== 'workflows');
  await Promise.all(expected.map(({ name, running, log }) => untilReady(running, wiring.opsPorts[name], log, signal)));
}
