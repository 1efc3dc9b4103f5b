import 'reflect-metadata';
import { startOpsServer } from '@dripline/runtime/http/health-server';
import { temporalConnection } from '@dripline/runtime/env/temporal-env';
import { startTracing } from '@dripline/runtime/tracing';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { deleteExpiredEntries } from './audit/find-audit-entries';
import { connectWithRowSecurity } from './database/data-source';
import { readServerEnv, deriveSettings } from './env';
import { createObjectStore } from './files/store/create-object-store';
import { isStoreReachable } from './files/store/is-store-reachable';
import { runEveryMinute } from './jobs/run-every-minute';
import { sweepObjects } from './jobs/sweep-objects';
import { deleteOldViewBuffers } from './landing/record-views';
import { log } from './telemetry/log';
import { instrumentDomain } from './telemetry/instrument-domain';
import { startRelay } from './outbox/relay';
import { purgeLeads } from './jobs/purge-leads';
import { asSystem } from './access/scope';
import { createServer } from './server';
import { deleteExpiredSignInData } from './sessions/lock-account';
import { sweepWebhooks } from './jobs/sweep-webhooks';

async function main(): Promise<void> {
  const env = readServerEnv();
  log.level = env.LOG_LEVEL;
  // Spans record the text of a statement, never its values.
  const endTracing = await startTracing('graphql', env.OTEL_EXPORTER_OTLP_ENDPOINT, () => [
    new PgInstrumentation({ requireParentSpan: true }),
  ]);
  // The instrumentation patches a module when it is imported, and `pg` was imported before tracing started.
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) await import('pg');
  const dataSource = await connectWithRowSecurity(env.DATABASE_URL);
  const objectStore = await createObjectStore(env);
  const settings = deriveSettings(env);
  const temporal = { temporal: temporalConnection(env), namespace: env.TEMPORAL_NAMESPACE };
  const relay = startRelay({
    dataSource,
    ...temporal,
    phones: settings,
    databaseRestoredAt: settings.databaseRestoredAt,
    reconcileMs: env.RECONCILE_SECONDS * 1_000,
  });
  const server = await createServer(
    { dataSource, settings, outboxRelay: relay, objectStore },
    { port: env.PORT, host: env.HOST },
  );
  const periodicJobs = [
    runEveryMinute('objects', () => sweepObjects({ dataSource, objectStore })),
    runEveryMinute('views', () => deleteOldViewBuffers(dataSource.manager)),
    runEveryMinute('sign-ins', () => deleteExpiredSignInData(dataSource.manager)),
    runEveryMinute('audit', () => deleteExpiredEntries({ dataSource })),
    runEveryMinute('webhooks', () => sweepWebhooks(dataSource, settings)),
    runEveryMinute('retention', () => purgeLeads(dataSource)),
  ];
  const ops = startOpsServer({ port: env.OPS_PORT, host: env.OPS_HOST }, async () => {
    const [database, storage] = await Promise.all([
      asSystem(() => dataSource.query('SELECT 1')).then(
        () => true,
        () => false,
      ),
      isStoreReachable(objectStore),
    ]);
    return { required: { database }, degraded: { temporal: relay.isReachable(), storage } };
  });
  instrumentDomain(dataSource);
  log.info({ port: server.port }, 'listening');

  const stop = async () => {
    await server.stop();
    await Promise.all([relay.stop(), ...periodicJobs.map((job) => job.stop())]);
    await dataSource.destroy();
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
