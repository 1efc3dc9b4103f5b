import type { DataSource } from 'typeorm';
import { type SessionSecrets, rotateSecretEncryption } from '../webhooks/webhook-secrets';

/** Retention of the delivery log in days. */
export const RETENTION_DAYS = 30;
const BATCH = 5_000;

/** Deletes old deliveries and rotates the encryption of secrets. */
export async function sweepWebhooks(dataSource: DataSource, settings: SessionSecrets): Promise<void> {
  await dataSource.query(
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE created_at < now() - make_interval(days => $1) AND status <> 'pending' ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [RETENTION_DAYS, BATCH],
  );
  await rotateSecretEncryption(dataSource, settings);
}
