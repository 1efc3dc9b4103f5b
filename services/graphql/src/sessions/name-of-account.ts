import { apiKeyOf, memberOf } from '../access/access';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';

/**
 * Returns the name of the caller's API key, the username of its account, the name of a member, or the name of a client without a username.
 *
 * @param linkedClientId the client whose dashboard link a visitor opened
 */
export async function nameOfAccount({ actor, dataSource }: Context, linkedClientId = ''): Promise<string> {
  const apiKey = apiKeyOf(actor);
  if (apiKey) return apiKey.name;
  if (actor.role === 'admin') return actor.username;
  const member = memberOf(actor);
  if (member) return member.name;
  const { username, businessName } = await dataSource.manager.findOneByOrFail(Client, {
    id: actor.role === 'client' ? actor.clientId : linkedClientId,
  });
  return (actor.role === 'client' && username) || businessName;
}
