import { lookAfter, openLog, type RunContext } from './run-context';
import { services, type Wiring } from './services';
import { startCompiler } from './start-compiler';
import { startService, untilReady } from './start-service';

export interface StartServicesOptions {
  context: RunContext;
  wiring: Wiring;
  isDevelopment: boolean;
  isTemporalUp: boolean;
}

/** Starts every service and resolves when all are ready; the worker cannot be while Temporal is down, and is not waited for then. Throws a Failure. */
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
    lookAfter(context, running, {
      port: service.name === 'workflows' ? undefined : wiring.ports[service.name],
      opsPort: wiring.opsPorts[service.name],
    });
    return { name: service.name, running, log };
  });
  if (isDevelopment) lookAfter(context, startCompiler(env, openLog(context, 'compiler', true)));
  const awaited = started.filter(({ name }) => isTemporalUp || name !== 'workflows');
  await Promise.all(awaited.map(({ name, running, log }) => untilReady(running, wiring.opsPorts[name], log, signal)));
}
