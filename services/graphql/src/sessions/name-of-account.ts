import { memberOf } from '../access/access';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';

/**
 * Returns the username of the caller's account, the name of a member, or the name of a client without a username.
 *
 * @param linkedClientId the client whose dashboard link a visitor opened
 */
export async function nameOfAccount({ actor, dataSource }: Context, linkedClientId = ''): Promise<string> {
  if (actor.role === 'admin') return actor.username;
  const member = memberOf(actor);
  if (member) return member.name;
  const { username, businessName } = await dataSource.manager.findOneByOrFail(Client, {
    id: actor.role === 'client' ? actor.clientId : linkedClientId,
  });
  return (actor.role === 'client' && username) || businessName;
}
