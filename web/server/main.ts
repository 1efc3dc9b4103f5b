import { drainServer } from '@dripline/runtime/http/drain';
import { createHttpServer } from '@dripline/runtime/http/http-server';
import { createClientDomains } from '@dripline/runtime/landing/client-domains';
import { type LandingCache, createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { startOpsServer } from '@dripline/runtime/http/health-server';
import { startTracing } from '@dripline/runtime/tracing';
import type { Server } from 'node:http';
import { createApp } from './app';
import { readBuiltAssets } from './built-assets';
import { readEnv, type Env } from './env';
import { log } from './log';

start(loadEnv()).catch((error: Error) => exit(error.message));

async function start(env: Env) {
  log.level = env.LOG_LEVEL;
  const stopTracing = await startTracing('web', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const server = createHttpServer();
  const client =
    env.NODE_ENV === 'development' ? await (await import('./dev-client')).devClient(server, env) : readBuiltAssets(env);
  const landings = env.GRAPHQL_URL
    ? createLandingCache({
        graphqlUrl: env.GRAPHQL_URL,
        internalUrl: env.INTERNAL_GRAPHQL_URL,
        token: env.LANDING_TOKEN,
        log,
      })
    : undefined;
  const domains =
    env.INTERNAL_GRAPHQL_URL && env.LANDING_TOKEN
      ? createClientDomains({
          internalUrl: env.INTERNAL_GRAPHQL_URL,
          token: env.LANDING_TOKEN,
          publicUrl: env.PUBLIC_URL,
        })
      : undefined;
  server.on('request', createApp(env, client, { landings, domains }));
  server.once('error', (error: NodeJS.ErrnoException) =>
    exit(error.code === 'EADDRINUSE' ? `PORT ${env.PORT} is in use by another process` : error.message),
  );
  server.listen(env.PORT, env.HOST, () => {
    startOpsServer({ port: env.OPS_PORT, host: env.OPS_HOST }, () => ({ required: {} }));
    log.info({ port: env.PORT }, 'web is listening');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(server, landings, stopTracing));
}

function stop(server: Server, landings: LandingCache | undefined, stopTracing: () => Promise<void>) {
  void drainServer(server)
    .then(() => landings?.stop())
    .then(stopTracing)
    .then(() => process.exit(0));
  setTimeout(() => process.exit(0), 10_000).unref();
}

function loadEnv(): Env {
  try {
    return readEnv();
  } catch (error) {
    return exit((error as Error).message);
  }
}

function exit(message: string): never {
  process.stderr.write(`web: ${message}\n`);
  process.exit(1);
}
