import 'reflect-metadata';
import { serveOps } from '@dripline/runtime/health-server';
import { temporalAt } from '@dripline/runtime/temporal-env';
import { startTracing } from '@dripline/runtime/tracing';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { sweepEntries } from './audit/find-entries';
import { connectScoped } from './database/data-source';
import { readServerEnv, settingsFrom } from './env';
import { createObjectStore } from './files/store/create-object-store';
import { isStoreThere } from './files/store/is-store-there';
import { everyMinute } from './jobs/every-minute';
import { sweepObjects } from './jobs/sweep-objects';
import { sweepLanding } from './landing/notify-landing-caches';
import { log } from './telemetry/log';
import { measureDomain } from './telemetry/domain-metrics';
import { startRelay } from './outbox/relay';
import { purgeLeads } from './jobs/purge-leads';
import { asAgency } from './access/scope';
import { createServer } from './server';
import { sweepLocks } from './sessions/lock-account';
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
  const dataSource = await connectScoped(env.DATABASE_URL);
  const objectStore = await createObjectStore(env);
  const settings = settingsFrom(env);
  const temporal = { temporal: temporalAt(env), namespace: env.TEMPORAL_NAMESPACE };
  const relay = startRelay({
    dataSource,
    ...temporal,
    phones: settings,
    restoredTo: settings.restoredTo,
    reconcileMs: env.RECONCILE_SECONDS * 1_000,
  });
  const server = await createServer(
    { dataSource, settings, followUps: relay, objectStore },
    { port: env.PORT, host: env.HOST },
  );
  const periodicJobs = [
    everyMinute('objects', () => sweepObjects({ dataSource, objectStore })),
    everyMinute('landing', () => sweepLanding(dataSource.manager)),
    everyMinute('sign-ins', () => sweepLocks(dataSource.manager)),
    everyMinute('audit', () => sweepEntries({ dataSource })),
    everyMinute('webhooks', () => sweepWebhooks(dataSource, settings)),
    everyMinute('retention', () => purgeLeads(dataSource)),
  ];
  const ops = serveOps({ port: env.OPS_PORT, host: env.OPS_HOST }, async () => {
    const [database, storage] = await Promise.all([
      asAgency(() => dataSource.query('SELECT 1')).then(
        () => true,
        () => false,
      ),
      isStoreThere(objectStore),
    ]);
    return { needs: { database }, misses: { temporal: relay.isReachable(), storage } };
  });
  measureDomain(dataSource);
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
