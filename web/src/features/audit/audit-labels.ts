import type { AuditActor } from '../../shared/graphql/generated';
import { toWords } from '../../shared/format';
import { accountMessages } from '../../messages/accounts';
import { operationNames } from '../../messages/operations';
import { consoleMessages } from '../../messages/admin-console';

/** The display names of actors. */
export const actorLabels: Record<AuditActor, string> = { ...accountMessages.actors, client: consoleMessages.client };

/** Returns the display name of an account, with the API key that acted for it. */
export const nameOfActor = (actor: AuditActor, apiKeyName: string | null) =>
  apiKeyName === null ? actorLabels[actor] : accountMessages.apiKeyOf(apiKeyName, actorLabels[actor]);

/** Returns the display name of an audited operation. Operations without one show their name as words. */
export function operationLabel(operation: string, failed: boolean): string {
  // The client's operations share the names of the administrator's.
  const name = operation.replace(/^(signIn|signOut)Client$/, '$1');
  if (failed && name === 'signIn') return accountMessages.failedSignIn;
  return operationNames[name] ?? toWords(name);
}
