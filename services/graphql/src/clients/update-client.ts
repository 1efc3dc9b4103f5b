import { isUUID } from 'class-validator';
import { apiKeyOf } from '../access/access';
import { recordLimitChanges } from '../billing/record-limit-changes';
import { savePageVersions } from '../campaigns/save-page-version';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { assertVersion } from '../api/versions';
import { releasePage } from '../leads/release-held-leads';
import { enqueueBulk } from '../outbox/enqueue';
import { assertFreeUsername } from '../sessions/free-username';
import { endAccountSessions, endClientSessions } from '../sessions/sessions';
import { hashPassword } from '../sessions/password';
import { assertValidPassword } from '../sessions/validate-password';
import { lockUsage } from '../usage/quota';
import { Client, ClientStatus } from './client.entity';
import type { UpdateClientInput } from './client.inputs';
import { assertLoginComplete } from './create-client';

/** Held leads that a request releases itself. */
const RELEASED_AT_ONCE = 20;

/** Updates a client, and enqueues the release of the leads and messages that the change admits. */
export async function updateClient(
  { dataSource, outboxRelay, settings, actor }: Context,
  id: string,
  input: UpdateClientInput,
  expectedVersion?: number | null,
): Promise<Client> {
  if (input.password) assertValidPassword('password', input.password, input.username ?? null);
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;
  const updated = await dataSource.transaction(async (db) => {
    if (isUUID(id)) await assertVersion(db, Client, { id }, expectedVersion);
    const client = isUUID(id)
      ? await db
          .createQueryBuilder(Client, 'client')
          .addSelect('client.passwordHash')
          // This lock mode does not block inserts of rows that refer to the client.
          .setLock('for_no_key_update')
          .where({ id })
          .getOne()
      : null;
    if (!client) throw fail('NOT_FOUND', 'Client not found');
    const previousName = client.businessName;
    const previousLogin = loginOf(client);
    const { password: _, username, ...rest } = input;
    const definedFields = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined && value !== null),
    );
    Object.assign(
      client,
      definedFields,
      username === undefined ? {} : { username: username?.trim() || null },
      passwordHash ? { passwordHash } : {},
    );
    // With the client's login or link, a key could do what its scopes do not include.
    if (apiKeyOf(actor) && (passwordHash || loginOf(client) !== previousLogin))
      throw fail('FORBIDDEN', 'API keys cannot change how a client signs in.');
    assertLoginComplete(client.authEnabled, client.username, client.passwordHash !== null);
    if (username?.trim()) await assertFreeUsername(db, username.trim(), id);
    // Locking the counters ensures that nothing is admitted under the old limits after the new ones commit.
    await lockUsage(db, id);
    await recordLimitChanges(db, actor, [id], definedFields);
    await db.save(client);
    if (client.businessName !== previousName) await savePageVersions(db, id);
    if (!client.authEnabled || client.status === ClientStatus.inactive) await endClientSessions(db, id);
    else if (passwordHash) await endAccountSessions(db, { clientId: id });
    if (definedFields['webhooksEnabled'] === false) await enqueueBulk(db, 'cancel_deliveries_of_client', id);
    await enqueueBulk(db, 'wake_client', id);
    await enqueueBulk(db, 'release_leads', id);
    return db.findOneByOrFail(Client, { id });
  });
  // The first ones at once, so that the caller sees their effect. The outbox does the rest.
  await releasePage(dataSource, id, settings, RELEASED_AT_ONCE);
  outboxRelay.wake();
  return updated;
}

const loginOf = ({ username, authEnabled, linkReadOnly }: Client) =>
  JSON.stringify([username, authEnabled, linkReadOnly]);
