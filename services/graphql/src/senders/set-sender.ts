import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { assertVersion } from '../api/versions';
import { Client } from '../clients/client.entity';
import { enqueueBulk } from '../outbox/enqueue';
import { Sender } from './sender.entity';
import type { SenderInput } from './sender.inputs';

/** Sets a client's own sender and releases the messages that were held because the previous one was rejected. */
export function setSender(
  ctx: Context,
  clientId: string,
  input: SenderInput,
  expectedVersion?: number | null,
): Promise<Client> {
  const { messagingServiceSid = null, fromNumber = null, messagesPerSecond } = input;
  if ((messagingServiceSid === null) === (fromNumber === null)) {
    const message = 'Enter either a Messaging Service or a phone number.';
    throw fail('BAD_USER_INPUT', message, { fields: { messagingServiceSid: message } });
  }
  const { brandRegistrationId = null, campaignRegistrationId = null } = input;
  const registration = { brandRegistrationId, campaignRegistrationId };
  return changeSender(ctx, clientId, async (db) => {
    await assertVersion(db, Sender, { clientId }, expectedVersion);
    await db.upsert(
      Sender,
      {
        ...{ clientId, messagingServiceSid, fromNumber, messagesPerSecond },
        ...registration,
        ...{ rejectedCode: null, rejectedAt: null },
      },
      ['clientId'],
    );
  });
}

/** Removes a client's own sender, so that its messages are sent from the one that clients share. */
export function removeSender(ctx: Context, clientId: string): Promise<Client> {
  return changeSender(ctx, clientId, async (db) => {
    await db.delete(Sender, { clientId });
  });
}

async function changeSender(
  { dataSource, outboxRelay }: Context,
  clientId: string,
  change: (db: EntityManager) => Promise<void>,
): Promise<Client> {
  const client = await dataSource.transaction(async (db) => {
    const found = isUUID(clientId) ? await db.findOneBy(Client, { id: clientId }) : null;
    if (!found) throw fail('NOT_FOUND', 'Client not found');
    // Their times were reserved at the previous sender. Locked in id order to avoid deadlocks.
    await db.query(
      `WITH paced AS MATERIALIZED (
         SELECT id FROM enrollments WHERE client_id = $1 AND status = 'held' AND reason = 'paced' ORDER BY id FOR UPDATE
       ) UPDATE enrollments SET reason = NULL, next_due_at = now() WHERE id IN (SELECT id FROM paced)`,
      [clientId],
    );
    await change(db);
    await enqueueBulk(db, 'wake_client', clientId);
    return found;
  });
  outboxRelay.wake();
  return client;
}
