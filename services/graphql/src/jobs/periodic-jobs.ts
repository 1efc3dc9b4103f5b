import { REVOKED_API_KEY_DAYS } from '@dripline/contract/api-keys';
import { IDEMPOTENCY_HOURS } from '@dripline/contract/idempotency';
import type { DataSource } from 'typeorm';
import type { Settings } from '../api/context';
import type { ObjectStore } from '../files/store/object-store';
import { publishDrafts } from '../drafts/publish-drafts';
import { addFigures } from '../analytics/add-figures';
import { RETENTION_DAYS as AUDIT_DAYS } from '../audit/audit-entry.entity';
import { storeForecasts } from '../forecast/store-forecasts';
import { UNDO_HOURS } from '../leads/jobs/lead-job.entity';
import { enqueueReleases } from '../leads/release-held-leads';
import type { Mailer } from '../notifications/email/mailer';
import { sendEmails } from '../notifications/email/send-emails';
import { NOTIFICATION_DAYS } from '../notifications/notification.entity';
import type { Relay } from '../outbox/relay';
import { deleteOldReceipts } from '../privacy/erasure-receipts';
import { wakeProbes } from '../provider/circuit-breaker';
import { CHANGE_MINUTES } from '../changes/cursor';
import { log } from '../telemetry/log';
import { rotateAuthenticatorEncryption } from '../sessions/second-factor/totp';
import { rotateSecretEncryption } from '../webhooks/webhook-secrets';
import { deleteExpired } from './delete-expired';
import { purgeLeads } from './purge-leads';
import type { Job } from './run-jobs';
import { sweepObjects } from './sweep-objects';

/** Retention of the delivery log in days. */
export const DELIVERY_DAYS = 30;
/** Retention of landing page views in days. Their counts are not deleted. */
export const VIEW_DAYS = 400;
/** Imports that were created two days ago and cannot be undone any more, as SQL. */
const EXPIRED_IMPORTS = `SELECT id FROM lead_imports WHERE created_at < now() - interval '2 days' AND NOT EXISTS (
  SELECT FROM lead_jobs job WHERE job.import_id = lead_imports.id
    AND (state = 'running' OR finished_at > now() - interval '${UNDO_HOURS} hours'))`;
const MINUTE_MS = 60_000;
/** How often it is checked whether a reconciliation is due. */
const RECONCILE_CHECK_MS = 10_000;
/** How often new figures are added up. */
const FIGURES_MS = 10_000;
/** How often forecasts that are missing or outdated are looked for. */
const FORECASTS_MS = 10_000;
/** How often accounts with notifications to email are looked for. */
const EMAILS_MS = 10_000;
/** How often drafts whose time has come are looked for. */
const DRAFTS_MS = 5_000;
/** How often an open circuit breaker of the provider is checked for a probe that is due. */
const PROBE_INTERVAL_MS = 500;

/** What the periodic jobs depend on. */
export interface JobDependencies {
  dataSource: DataSource;
  objectStore: ObjectStore;
  settings: Settings;
  relay: Pick<Relay, 'reconcile' | 'recoveredAt' | 'wake'>;
  /** Null without an SMTP server. */
  mailer: Mailer | null;
  /** How often open records are compared with their workflows. */
  reconcileMs: number;
}

/** The periodic jobs. */
export function periodicJobs({
  dataSource,
  objectStore,
  settings,
  relay,
  mailer,
  reconcileMs,
}: JobDependencies): Job[] {
  let comparedAt = 0;
  const everyMinute = (name: string, run: Job['run']): Job => ({ name, intervalMs: MINUTE_MS, run });
  const expire = (name: string, table: string, condition: string, parameters: unknown[] = []) =>
    everyMinute(name, (signal) => deleteExpired(dataSource, signal, table, condition, parameters));
  return [
    everyMinute('objects', () => sweepObjects({ dataSource, objectStore })),
    { name: 'analytics', intervalMs: FIGURES_MS, run: (signal) => addFigures(dataSource, signal) },
    everyMinute('retention', (signal) => purgeLeads(dataSource, signal)),
    everyMinute('held-leads', async () => {
      await enqueueReleases(dataSource);
      relay.wake();
    }),
    {
      name: 'provider-probes',
      intervalMs: PROBE_INTERVAL_MS,
      async run() {
        if (await wakeProbes(dataSource.manager)) relay.wake();
      },
    },
    {
      name: 'notification-emails',
      intervalMs: EMAILS_MS,
      async run(signal) {
        if (mailer) await sendEmails({ dataSource, settings, mailer }, signal);
      },
    },
    {
      name: 'drafts',
      intervalMs: DRAFTS_MS,
      run: (signal) => publishDrafts({ dataSource, settings, objectStore, outboxRelay: relay }, signal),
    },
    { name: 'forecasts', intervalMs: FORECASTS_MS, run: (signal) => storeForecasts(dataSource, signal) },
    everyMinute('secrets', async () => {
      await rotateSecretEncryption(dataSource, settings);
      await rotateAuthenticatorEncryption(dataSource, settings);
    }),
    expire('sessions', 'sessions', 'expires_at < now()'),
    expire('api-keys', 'api_keys', 'revoked_at < now() - make_interval(days => $1)', [REVOKED_API_KEY_DAYS]),
    expire('sign-in-challenges', 'sign_in_challenges', 'expires_at < now()'),
    expire('sign-in-attempts', 'sign_in_attempts', `last_failure_at < now() - interval '1 day'`),
    expire('rate-limits', 'rate_limits', 'expire < (extract(epoch FROM now()) * 1000)::bigint'),
    expire('idempotency-keys', 'idempotency_keys', 'created_at < now() - make_interval(hours => $1)', [
      IDEMPOTENCY_HOURS,
    ]),
    expire(
      'lead-job-changes',
      'lead_job_changes',
      `job_id IN (SELECT job.id FROM lead_jobs job LEFT JOIN lead_jobs undo ON undo.undo_of = job.id AND undo.state = 'running'
         WHERE job.finished_at < now() - make_interval(hours => $1) AND undo.id IS NULL)`,
      [UNDO_HOURS],
    ),
    expire('lead-import-rows', 'lead_import_rows', `import_id IN (${EXPIRED_IMPORTS})`),
    expire(
      'lead-imports',
      'lead_imports',
      `id IN (${EXPIRED_IMPORTS}) AND NOT EXISTS (SELECT FROM lead_import_rows WHERE import_id = lead_imports.id)`,
    ),
    expire('lead-jobs', 'lead_jobs', `finished_at < now() - interval '30 days'`),
    expire('notifications', 'notifications', 'created_at < now() - make_interval(days => $1)', [NOTIFICATION_DAYS]),
    expire('audit', 'audit_entries', 'created_at < now() - make_interval(days => $1)', [AUDIT_DAYS]),
    expire(
      'deliveries',
      'webhook_deliveries',
      `created_at < now() - make_interval(days => $1) AND status <> 'pending'`,
      [DELIVERY_DAYS],
    ),
    everyMinute('evidence', (signal) =>
      deleteExpired(
        dataSource,
        signal,
        'evidence',
        `occurred_at < now() - make_interval(years => $1) AND NOT EXISTS (SELECT FROM legal_holds WHERE legal_holds.number_hash = evidence.number_hash)`,
        [settings.evidenceYears],
      ),
    ),
    everyMinute('erasure-receipts', (signal) => deleteOldReceipts({ dataSource, objectStore }, signal)),
    expire('changes', 'changes', `created_at < now() - make_interval(mins => $1)`, [CHANGE_MINUTES]),
    expire('landing-page-changes', 'landing_page_changes', `changed_at < now() - interval '1 hour'`),
    expire('views', 'views', 'created_at < now() - make_interval(days => $1)', [VIEW_DAYS]),
    // A day, because a service may send its last batch again.
    expire('view-buffers', 'view_buffers', `updated_at < now() - interval '1 day'`),
    {
      name: 'reconciliation',
      intervalMs: Math.min(reconcileMs, RECONCILE_CHECK_MS),
      async run() {
        const startedAt = Date.now();
        // Temporal may have lost workflows in an outage.
        if (startedAt - comparedAt < reconcileMs && relay.recoveredAt() < comparedAt) return;
        const drift = await relay.reconcile();
        if (!drift) throw new Error('Temporal is not reachable');
        comparedAt = startedAt;
        if (drift.restarted + drift.orphans > 0) log.warn(drift, 'reconciliation found missing or orphaned workflows');
      },
    },
  ];
}
