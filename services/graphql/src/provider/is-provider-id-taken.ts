import type { EntityManager } from 'typeorm';

/**
 * Returns whether the provider's id belongs to another message, be it to a lead, a lead notification or a test message.
 */
export async function isProviderIdTaken(db: EntityManager, providerId: string, id: string): Promise<boolean> {
  const found = await db.query<unknown[]>(
    `SELECT 1 FROM sms_messages WHERE provider_id = $1 AND id <> $2 UNION ALL SELECT 1 FROM lead_notifications WHERE provider_id = $1 AND lead_id <> $2
     UNION ALL SELECT 1 FROM test_messages WHERE provider_id = $1 AND id <> $2`,
    [providerId, id],
  );
  return found.length > 0;
}
