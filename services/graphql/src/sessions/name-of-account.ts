import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';

/**
 * Returns the username of the caller's account, or the name of a client without one.
 *
 * @param linkedClientId the client whose dashboard link a visitor opened
 */
export async function nameOfAccount({ actor, dataSource }: Context, linkedClientId = ''): Promise<string> {
  if (actor.role === 'admin') return actor.username;
  const { username, businessName } = await dataSource.manager.findOneByOrFail(Client, {
    id: actor.role === 'client' ? actor.clientId : linkedClientId,
  });
  return (actor.role === 'client' && username) || businessName;
}
