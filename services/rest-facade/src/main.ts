import { drainServer } from '@dripline/runtime/http/drain';
import { createHttpServer, maxHeaderBytes } from '@dripline/runtime/http/http-server';
import { createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { startOpsServer } from '@dripline/runtime/http/health-server';
import { createLog } from '@dripline/runtime/log';
import { startTracing } from '@dripline/runtime/tracing';
import { createApp, isGraphqlReachable } from './app';
import { readEnv } from './env';

const log = createLog('rest-facade');

async function main(): Promise<void> {
  const env = readEnv();
  log.level = env.LOG_LEVEL;
  const endTracing = await startTracing('rest-facade', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const landings = createLandingCache({
    graphqlUrl: env.GRAPHQL_URL,
    internalUrl: env.INTERNAL_GRAPHQL_URL,
    token: env.LANDING_TOKEN,
    log,
  });
  const app = createApp({
    landingCache: landings,
    graphqlUrl: env.GRAPHQL_URL,
    publicUrl: env.PUBLIC_URL,
    trustProxyHops: env.TRUST_PROXY_HOPS,
  });
  const server = createHttpServer(app, { maxHeaderBytes: maxHeaderBytes.facade }).once('error', fail);
  server.listen(env.PORT, env.HOST, () => {
    startOpsServer({ port: env.OPS_PORT, host: env.OPS_HOST }, async () => ({
      required: { graphql: await isGraphqlReachable(env.GRAPHQL_URL) },
    }));
    log.info({ port: env.PORT }, 'listening');
  });

  const stop = async () => {
    await drainServer(server);
    await landings.stop();
    await endTracing();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
}

function fail(error: Error): void {
  log.fatal({ code: (error as NodeJS.ErrnoException).code }, 'the server could not start');
  process.exit(1);
}

main().catch(fail);
