import 'reflect-metadata';
import { startOpsServer } from '@dripline/runtime/http/health-server';
import { temporalConnection } from '@dripline/runtime/env/temporal-env';
import { startTracing } from '@dripline/runtime/tracing';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { connectWithRowSecurity } from './database/data-source';
import { watchDatabase } from './database/watch-database';
import { periodicJobs } from './jobs/periodic-jobs';
import { runJobs } from './jobs/run-jobs';
import { readServerEnv, deriveSettings } from './env';
import { createObjectStore } from './files/store/create-object-store';
import { isStoreReachable } from './files/store/is-store-reachable';
import { log } from './telemetry/log';
import { instrumentDomain } from './telemetry/instrument-domain';
import { reapplyErasures } from './privacy/erasure-receipts';
import { createMailer } from './notifications/email/mailer';
import { startRelay } from './outbox/relay';
import { createServer } from './server';

async function main(): Promise<void> {
  const env = readServerEnv();
  log.level = env.LOG_LEVEL;
  // Spans record the text of a statement, never its values.
  const endTracing = await startTracing('graphql', env.OTEL_EXPORTER_OTLP_ENDPOINT, () => [
    new PgInstrumentation({ requireParentSpan: true }),
  ]);
  // The instrumentation patches a module when it is imported, and `pg` was imported before tracing started.
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) await import('pg');
  const dataSource = await connectWithRowSecurity(env.DATABASE_URL, env.NUMBER_HASH_KEY);
  const objectStore = await createObjectStore(env);
  const settings = deriveSettings(env);
  const temporal = { temporal: temporalConnection(env), namespace: env.TEMPORAL_NAMESPACE };
  // Before anything is sent to a person who was erased.
  if (settings.databaseRestoredAt) await reapplyErasures({ dataSource, objectStore });
  const relay = startRelay({
    dataSource,
    ...temporal,
    phones: settings,
    objectStore,
    databaseRestoredAt: settings.databaseRestoredAt,
  });
  const server = await createServer(
    { dataSource, settings, outboxRelay: relay, objectStore },
    { port: env.PORT, internalPort: env.INTERNAL_PORT, host: env.HOST },
  );
  const mailer = createMailer(env);
  const jobs = runJobs(
    env.DATABASE_URL,
    periodicJobs({ dataSource, objectStore, settings, relay, mailer, reconcileMs: env.RECONCILE_SECONDS * 1_000 }),
  );
  const database = watchDatabase(env.DATABASE_URL);
  const ops = startOpsServer({ port: env.OPS_PORT, host: env.OPS_HOST }, async () => {
    const [isDatabaseReachable, storage] = await Promise.all([database.isReachable(), isStoreReachable(objectStore)]);
    return { required: { database: isDatabaseReachable }, degraded: { temporal: relay.isReachable(), storage } };
  });
  instrumentDomain(dataSource);
  log.info({ port: server.port, internalPort: server.internalPort }, 'listening');

  const stop = async () => {
    await server.stop();
    const stopped = Promise.all([relay.stop(), jobs.stop()]);
    // Emails that wait for a connection are sent later.
    mailer?.close();
    await stopped;
    await Promise.all([dataSource.destroy(), database.stop()]);
    await endTracing();
    ops.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  log.fatal(
    { kind: (error as Error).constructor.name, code: (error as { code?: string }).code },
    'the server could not start',
  );
  process.exit(1);
});
