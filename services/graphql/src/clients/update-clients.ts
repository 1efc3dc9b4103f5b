import { isUUID } from 'class-validator';
import { type EntityManager, In } from 'typeorm';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { recordLimitChanges } from '../billing/record-limit-changes';
import { enqueueBulkOfClients } from '../outbox/enqueue';
import { lockUsage } from '../usage/quota';
import { Client } from './client.entity';
import type { UpdateClientsArgs } from './client.inputs';

/**
 * Updates several clients in one transaction, and enqueues the release of the leads and messages that the change admits.
 *
 * @throws NOT_FOUND and CONFLICT with the positions of the IDs in `fields`
 */
export async function updateClients(ctx: Context, args: UpdateClientsArgs): Promise<Client[]> {
  const { expectedVersions, input } = args;
  if (expectedVersions && expectedVersions.length !== args.ids.length)
    throw fieldError('expectedVersions', 'expectedVersions must contain one version for each ID.');
  const fields = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as Partial<Client>;
  if (Object.keys(fields).length === 0) throw fieldError('input', 'input must contain at least one field.');
  const updated = await ctx.dataSource.transaction(async (db) => {
    const clients = await findClients(db, args);
    const ids = clients.map(({ id }) => id);
    // Locking the counters ensures that nothing is admitted under the old limits after the new ones commit.
    await lockUsage(db, ids);
    await recordLimitChanges(db, ctx.actor, ids, fields);
    await db.update(Client, { id: In(ids) }, fields);
    await enqueueBulkOfClients(db, 'wake_client', ids);
    await enqueueBulkOfClients(db, 'release_leads', ids);
    return db.find(Client, { where: { id: In(ids) }, order: { id: 'ASC' } });
  });
  ctx.outboxRelay.wake();
  return updated;
}

/** Finds and locks the clients. */
async function findClients(db: EntityManager, { ids, expectedVersions }: UpdateClientsArgs): Promise<Client[]> {
  const found = await db.find(Client, {
    where: { id: In(ids.filter((id) => isUUID(id))) },
    // One order for all, to avoid deadlocks.
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  const known = new Map(found.map((client) => [client.id, client]));
  const clients = ids.map((id) => known.get(id.toLowerCase()));
  const fieldsOf = (isWrong: (client: Client | undefined, index: number) => boolean, text: string) =>
    Object.fromEntries(clients.flatMap((client, index) => (isWrong(client, index) ? [[`ids.${index}`, text]] : [])));
  const missing = fieldsOf((client) => !client, 'Client not found');
  if (Object.keys(missing).length > 0)
    throw fail(
      'NOT_FOUND',
      `ids contains clients that were not found: ${Object.keys(missing).length}. Nothing was changed.`,
      {
        fields: missing,
      },
    );
  const stale = fieldsOf(
    (client, index) => expectedVersions != null && client!.version !== expectedVersions[index],
    'Somebody changed the client meanwhile',
  );
  if (Object.keys(stale).length > 0)
    throw fail('CONFLICT', `Somebody changed ${Object.keys(stale).length} of the clients meanwhile. Load them again.`, {
      fields: stale,
    });
  return found;
}
