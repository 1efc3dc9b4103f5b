import type { EntityManager } from 'typeorm';
import { type Actor, apiKeyOf, memberOf } from '../access/access';
import type { Context } from '../api/context';
import { AuditEntry } from './audit-entry.entity';
import { type NewAuditEntry, truncateAddress } from './record-audit-entry';

type AuditActorFields = Pick<NewAuditEntry, 'actor' | 'userId' | 'actorName' | 'apiKeyName'>;

/** Returns what an audit entry says of who acts. */
export function auditActorOf(actor: Actor): AuditActorFields {
  const apiKey = apiKeyOf(actor);
  if (actor.role !== 'admin')
    return {
      actor: actor.role === 'client' ? 'client' : 'link',
      apiKeyName: apiKey?.name ?? null,
      actorName: memberOf(actor)?.name ?? null,
    };
  return apiKey
    ? { actor: 'admin', apiKeyName: apiKey.name }
    : { actor: 'admin', userId: actor.userId, actorName: actor.username };
}

/**
 * Records what a mutation of many clients did to a campaign of one of them, in the transaction that does it. The entry
 * of the mutation itself names no client.
 */
export async function recordCampaignChange(
  db: EntityManager,
  { actor, ipAddress }: Pick<Context, 'actor' | 'ipAddress'>,
  operation: string,
  { id, clientId }: { id: string; clientId: string },
): Promise<void> {
  const change = { operation, objectKind: 'campaign', objectId: id, clientId, outcome: 'ok' };
  const { actor: kind, ...account } = auditActorOf(actor);
  await db.insert(AuditEntry, {
    ...change,
    ...account,
    actor: kind as AuditEntry['actor'],
    network: truncateAddress(ipAddress),
  });
}
