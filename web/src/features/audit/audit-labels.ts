import type { AuditActor } from '../../shared/graphql/generated';
import { wordsOf } from '../../shared/format';
import { accountWords } from '../../messages/accounts';
import { consoleWords } from '../../messages/admin-console';

/** Who did something, as people call them. */
export const actorNames: Record<AuditActor, string> = { ...accountWords.actors, client: consoleWords.client };

/** What was done, in words; one that has none yet reads as its name. */
export function operationName(operation: string, failed: boolean): string {
  // The client's own do the same as the administrator's.
  const name = operation.replace(/^(signIn|signOut)Client$/, '$1');
  if (failed && name === 'signIn') return accountWords.failedSignIn;
  return accountWords.operations[name] ?? wordsOf(name);
}
