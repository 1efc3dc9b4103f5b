import type { AuditActor } from '../../shared/graphql/generated';
import { wordsOf } from '../../shared/format';
import { accountWords } from '../../messages/accounts';
import { consoleWords } from '../../messages/admin-console';

/** The display names of actors. */
export const actorNames: Record<AuditActor, string> = { ...accountWords.actors, client: consoleWords.client };

/** Returns the display name of an audited operation. Operations without one show their name as words. */
export function operationName(operation: string, failed: boolean): string {
  // The client's operations share the names of the administrator's.
  const name = operation.replace(/^(signIn|signOut)Client$/, '$1');
  if (failed && name === 'signIn') return accountWords.failedSignIn;
  return accountWords.operations[name] ?? wordsOf(name);
}
