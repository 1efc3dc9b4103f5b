import { drain } from '@dripline/runtime/drain';
import { httpServer } from '@dripline/runtime/http-server';
import { openLandings } from '@dripline/runtime/landing/landing-cache';
import { serveOps } from '@dripline/runtime/health-server';
import { startTracing } from '@dripline/runtime/tracing';
import { createApp } from './app';
import { readEnv } from './env';
import { isGraphqlThere } from './is-graphql-there';
import { log } from './log';

async function main(): Promise<void> {
  const env = readEnv();
  log.level = env.LOG_LEVEL;
  const endTracing = await startTracing('rest-facade', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const landings = openLandings({ graphqlUrl: env.GRAPHQL_URL, serviceToken: env.SERVICE_TOKEN });
  const app = createApp({
    landings,
    graphqlUrl: env.GRAPHQL_URL,
    publicUrl: env.PUBLIC_URL,
    productName: env.PRODUCT_NAME,
    trustProxyHops: env.TRUST_PROXY_HOPS,
  });
  const server = httpServer(app).once('error', fail);
  server.listen(env.PORT, env.HOST, () => {
    serveOps({ port: env.OPS_PORT, host: env.OPS_HOST }, async () => ({
      needs: { graphql: await isGraphqlThere(env.GRAPHQL_URL) },
    }));
    log.info({ port: env.PORT }, 'listening');
  });

  const stop = async () => {
    await drain(server);
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
