import { isUUID } from 'class-validator';
import { keepPageVersions } from '../campaigns/save-page-version';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { releaseHeldLeads } from '../leads/release-held-leads';
import { wakeHeldEnrollments } from '../enrollments/wake-enrollments';
import { endSessionsOf } from '../sessions/sessions';
import { hashPassword } from '../sessions/password';
import { requireGoodPassword } from '../sessions/password-problem';
import { lockUsage } from '../usage/usage';
import { dropDeliveries } from '../webhooks/drop-deliveries';
import { Client, ClientStatus } from './client.entity';
import type { UpdateClientInput } from './client.inputs';
import { requireLogin } from './create-client';

/** Changes a client; what the change makes room for, or switches on again, goes on at once. */
export async function updateClient(
  { dataSource, followUps, settings }: Context,
  id: string,
  input: UpdateClientInput,
): Promise<Client> {
  if (input.password) requireGoodPassword('password', input.password, input.username ?? null);
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;
  const updated = await dataSource.transaction(async (db) => {
    const client = isUUID(id)
      ? await db
          .createQueryBuilder(Client, 'client')
          .addSelect('client.passwordHash')
          // Leads and campaigns that name the client need not wait for this.
          .setLock('for_no_key_update')
          .where({ id })
          .getOne()
      : null;
    if (!client) throw fail('NOT_FOUND', 'Client not found');
    const nameBefore = client.businessName;
    const { password: _, username, ...rest } = input;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
    Object.assign(
      client,
      given,
      username === undefined ? {} : { username: username?.trim() || null },
      passwordHash ? { passwordHash } : {},
    );
    requireLogin(client.authEnabled, client.username, client.passwordHash !== null);
    // Nothing is admitted under the old limits once the new ones commit.
    await lockUsage(db, id);
    await db.save(client);
    if (client.businessName !== nameBefore) await keepPageVersions(db, id);
    if (passwordHash || !client.authEnabled || client.status === ClientStatus.inactive)
      await endSessionsOf(db, { clientId: id });
    if (given['webhooksEnabled'] === false) await dropDeliveries(db, { clientId: id }, 'webhooks_off');
    await wakeHeldEnrollments(db, { clientId: id });
    return db.findOneByOrFail(Client, { id });
  });
  await releaseHeldLeads(dataSource, id, settings);
  followUps.nudge();
  return updated;
}
