import { type ApiKeyNoun, type ApiKeyScope, apiKeyNouns } from '@dripline/contract/api-keys';
import { apiKeyMessages } from '../../messages/api-keys';

/** Returns what scopes allow, one line per kind of access. */
export function describeScopes(scopes: readonly ApiKeyScope[]): string[] {
  if (scopes.includes('write_all')) return [apiKeyMessages.writeAll];
  const names = (has: (noun: ApiKeyNoun) => boolean) =>
    apiKeyNouns
      .filter(has)
      .map((noun) => apiKeyMessages.nouns[noun])
      .join(', ');
  const writes = (noun: ApiKeyNoun) => scopes.some((scope) => scope === `write_${noun}`);
  const written = names(writes);
  const read = names((noun) => scopes.includes(`read_${noun}`) && !writes(noun));
  return [
    ...(scopes.includes('read_all') ? [apiKeyMessages.readAll] : read ? [apiKeyMessages.readNouns(read)] : []),
    ...(written ? [apiKeyMessages.writeNouns(written)] : []),
  ];
}
