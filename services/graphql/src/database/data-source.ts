import pg from 'pg';
import { DataSource, DefaultNamingStrategy, type Table } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity';
import { AuditEntry } from '../audit/audit-entry.entity';
import { LimitChange } from '../billing/limit-change.entity';
import { DailyFigures } from '../analytics/daily-figures.entity';
import { FigureChange } from '../analytics/figure-change.entity';
import { Rates } from '../billing/rates/rates.entity';
import { Campaign } from '../campaigns/campaign.entity';
import { SlugRedirect } from '../campaigns/slug-redirect.entity';
import { FormField } from '../campaigns/form-field.entity';
import { PageVersion } from '../campaigns/page-version.entity';
import { CampaignVersion } from '../campaigns/versions/campaign-version.entity';
import { CampaignDraft, SequenceDraft } from '../drafts/draft.entity';
import { Client } from '../clients/client.entity';
import { File } from '../files/file.entity';
import { StoredObject } from '../files/stored-object.entity';
import { View } from '../landing/view.entity';
import { Consent } from '../leads/consent/consent.entity';
import { LeadCount } from '../leads/lead-count.entity';
import { Lead } from '../leads/lead.entity';
import { LeadImportRow } from '../leads/imports/lead-import-row.entity';
import { LeadImport } from '../leads/imports/lead-import.entity';
import { LeadJobChange } from '../leads/jobs/lead-job-change.entity';
import { LeadJob } from '../leads/jobs/lead-job.entity';
import { LeadNote } from '../leads/notes/lead-note.entity';
import { SavedView } from '../leads/saved-views/saved-view.entity';
import { SpamLead } from '../leads/spam/spam-lead.entity';
import { LeadTag, Tag } from '../leads/tags/tag.entity';
import { migrations } from './migrations';
import { OutboxEntry } from '../outbox/outbox-entry.entity';
import { AdminInvitation } from '../sessions/admins/admin-invitation.entity';
import { Authenticator } from '../sessions/second-factor/authenticator.entity';
import { Passkey } from '../sessions/second-factor/passkey.entity';
import { RecoveryCode } from '../sessions/second-factor/recovery-code.entity';
import { SignInChallenge } from '../sessions/second-factor/sign-in-challenge.entity';
import { LeadHistoryEntry } from '../leads/history/lead-history.entity';
import { Notification } from '../notifications/notification.entity';
import { NotificationSettings } from '../notifications/notification-settings.entity';
import { AbTest } from '../ab-tests/ab-test.entity';
import { AbTestVariant } from '../ab-tests/ab-test-variant.entity';
import { PlaybookCopy } from '../playbooks/playbook-copy.entity';
import { Playbook, PlaybookVersion } from '../playbooks/playbook.entity';
import { Placement } from '../placements/placement.entity';
import { Member } from '../sessions/members/member.entity';
import { Session } from '../sessions/session.entity';
import { User } from '../sessions/user.entity';
import { LeadNotification } from '../lead-notifications/lead-notification.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { TestMessage } from '../messages/test-message.entity';
import { LoggedMessage } from '../provider/logged-message.entity';
import { Evidence } from '../privacy/evidence.entity';
import { LegalHold } from '../privacy/legal-hold.entity';
import { Sender } from '../senders/sender.entity';
import { SenderPacing } from '../senders/sender-pacing.entity';
import { Suppression } from '../replies/suppression.entity';
import { ProviderBreaker } from '../provider/provider-breaker.entity';
import { RetentionPolicy } from '../privacy/retention-policy.entity';
import { Reply } from '../replies/reply.entity';
import { Sequence, Step } from '../sequences/sequence.entity';
import { SequenceVersion } from '../sequences/versions/sequence-version.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { CampaignCount } from '../stats/campaign-count.entity';
import { SourceCount } from '../stats/source-count.entity';
import { UnmatchedReceipts } from '../provider/unmatched-receipts.entity';
import { MAX_WAIT_MS, ScopedPool } from '../access/scoped-pool';
import { asSystem } from '../access/scope';
import { UsageCounter } from '../usage/usage-counter.entity';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity';
import { Webhook } from '../webhooks/webhook.entity';

const snake = (name: string) => name.replace(/SMS/g, 'Sms').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const tableNameOf = (table: Table | string) => (typeof table === 'string' ? table : table.name).split('.').at(-1)!;

class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return customName ?? snake([...prefixes, propertyName].join('_'));
  }
  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }
  // Postgres' own default names.
  override primaryKeyName(table: Table | string): string {
    return `${tableNameOf(table)}_pkey`;
  }
  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${tableNameOf(table)}_${columnNames.join('_')}_fkey`;
  }
}

/**
 * Size of the connection pool that serves requests. A request that gets no connection in time fails with UNAVAILABLE.
 * Some of the connections are reserved for urgent work (`ScopedPool`). The chart counts three more for each pod
 * (`database.maxConnections`): for readiness, for periodic jobs and for subscriptions.
 */
export const MAX_CONNECTIONS = 10;

/** How long a process that serves no requests waits for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Postgres timeouts for requests, in milliseconds. */
const servingLimits = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };
/**
 * Postgres timeouts for migrations, in milliseconds. Statements may take as long as they need, but waiting for a lock
 * must not block requests.
 */
export const migrationTimeouts = { statement_timeout: 0, lock_timeout: 5_000 };

/**
 * Connects with row-level security: each connection sees only the rows in the scope of the work that uses it
 * (`scope.ts`).
 *
 * @param numberHashKey the key of the hashes of phone numbers, for evidence and opt-outs
 * @param pool settings of the connection pool, instead of those for serving requests
 */
export async function connectWithRowSecurity(
  url: string,
  numberHashKey: string,
  pool: pg.PoolConfig = {},
): Promise<DataSource> {
  const driver = Object.create(pg, { Pool: { value: ScopedPool } }) as object;
  return asSystem(() =>
    createDataSource(
      url,
      { ...servingLimits, connectionTimeoutMillis: MAX_WAIT_MS, numberHashKey, ...pool },
      driver,
    ).initialize(),
  );
}

/**
 * Creates a data source that sees whatever the URL's database role may see. `synchronize` is off because only
 * migrations change the schema.
 */
export function createDataSource(url: string, limits: object = servingLimits, driver?: object): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    ...(driver && { driver }),
    // Migrations install extensions because the service's role is not allowed to.
    installExtensions: false,
    entities: [
      LimitChange,
      Rates,
      User,
      Client,
      Member,
      LeadHistoryEntry,
      Notification,
      NotificationSettings,
      Session,
      Passkey,
      Authenticator,
      RecoveryCode,
      SignInChallenge,
      AdminInvitation,
      ApiKey,
      AuditEntry,
      Campaign,
      SlugRedirect,
      FormField,
      PageVersion,
      View,
      Lead,
      Consent,
      LeadNote,
      LeadImport,
      LeadImportRow,
      LeadJob,
      LeadJobChange,
      SavedView,
      AbTest,
      AbTestVariant,
      Placement,
      Playbook,
      PlaybookVersion,
      PlaybookCopy,
      LeadCount,
      SpamLead,
      Tag,
      LeadTag,
      SourceCount,
      FigureChange,
      DailyFigures,
      CampaignCount,
      Sequence,
      Step,
      SequenceVersion,
      CampaignDraft,
      SequenceDraft,
      CampaignVersion,
      Enrollment,
      SmsMessage,
      LeadNotification,
      LoggedMessage,
      TestMessage,
      Suppression,
      Evidence,
      LegalHold,
      Reply,
      RetentionPolicy,
      Sender,
      SenderPacing,
      ProviderBreaker,
      File,
      StoredObject,
      OutboxEntry,
      UsageCounter,
      UnmatchedReceipts,
      Webhook,
      WebhookDelivery,
    ],
    migrations,
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    uuidExtension: 'pgcrypto',
    applicationName: 'dripline',
    extra: { max: MAX_CONNECTIONS, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...limits },
  });
}
