import type { AuditActor } from '@dripline/contract/generated';
import { wordsOf } from '../../format';
import { accountWords } from '../../words/accounts';
import { consoleWords } from '../../words/console';

/** The display names of actors. */
export const actorNames: Record<AuditActor, string> = { ...accountWords.actors, client: consoleWords.client };

/** Returns the display name of an audited operation. Operations without one show their name as words. */
export function operationName(operation: string, failed: boolean): string {
  // The client's operations share the names of the administrator's.
  const name = operation.replace(/^(signIn|signOut)Client$/, '$1');
  if (failed && name === 'signIn') return accountWords.failedSignIn;
  return accountWords.operations[name] ?? wordsOf(name);
}
