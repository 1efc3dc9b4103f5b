import { lookAfter, openLog, type RunContext } from './run-context';
import { services, type ServiceName, type Wiring } from './services';
import { startCompiler } from './start-compiler';
import { startService, untilReady } from './start-service';

export interface StartServicesOptions {
  context: RunContext;
  wiring: Wiring;
  isDevelopment: boolean;
  isTemporalUp: boolean;
}

/** Starts every service and resolves when all are ready; the worker cannot be while Temporal is down, and is not waited for then. Throws a Failure. */
export async function startServices({ context, wiring, isDevelopment, isTemporalUp }: StartServicesOptions): Promise<void> {
  const { env, signal } = context;
  const started = services.map((service) => {
    const log = openLog(context, service.name, true);
    const running = startService(service, wiring, env, log, isDevelopment);
    lookAfter(context, running, wiring.ports[service.name]);
    return { name: service.name, running, log };
  });
  if (isDevelopment) lookAfter(context, startCompiler(env, openLog(context, 'compiler', true)));
  const awaited = started.filter(({ name }) => isTemporalUp || name !== 'workflows');
  await Promise.all(awaited.map(({ name, running, log }) => untilReady(running, reachableHost(name, wiring), wiring.ports[name], log, signal)));
}

function reachableHost(name: ServiceName, { publicHost }: Wiring): string {
  if (name !== 'web' || publicHost === '0.0.0.0') return '127.0.0.1';
  return publicHost.includes(':') ? (publicHost === '::' ? '[::1]' : `[${publicHost}]`) : publicHost;
}
