import type { EntityManager } from 'typeorm';

/**
 * Returns a query that finds another message with the provider's id, be it to a lead, a lead notification or a test
 * message. The arguments are the parameters' placeholders.
 */
export const findProviderId = (providerId: string, messageId: string) =>
  (
    [
      ['sms_messages', 'id'],
      ['lead_notifications', 'lead_id'],
      ['test_messages', 'id'],
    ] as const
  )
    .map(([table, id]) => `SELECT 1 FROM ${table} AS o WHERE o.provider_id = ${providerId} AND o.${id} <> ${messageId}`)
    .join(' UNION ALL ');

/** Returns whether the provider's id belongs to another message. */
export async function isProviderIdTaken(db: EntityManager, providerId: string, id: string): Promise<boolean> {
  const found = await db.query<unknown[]>(findProviderId('$1', '$2'), [providerId, id]);
  return found.length > 0;
}
