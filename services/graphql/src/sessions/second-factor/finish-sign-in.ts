import { recordAuditEntry } from '../../audit/record-audit-entry';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { consume } from '../../api/rate-limiters';
import { findKnownDevice, signInKey } from '../limits/known-devices';
import { type Account, type AccountRow, clientOf, findAccountRow, signInName } from '../account';
import { completeSignIn } from '../sign-in';
import { consumeChallenge, countCodeAttempt } from './challenges';
import { verifyPasskey } from './passkeys';
import { consumeRecoveryCode } from './recovery-codes';
import { isTotpCode } from './totp';

/** Finishes a sign-in with a code of the authenticator app, a recovery code or a passkey, and starts the session. */
export async function finishSignIn(
  ctx: Context,
  { challenge, code, passkey }: { challenge: string; code: string | null; passkey: object | null },
): Promise<AccountRow> {
  if (passkey !== null) {
    const account = await findAccount(ctx, await verifyPasskey(ctx, challenge, passkey));
    await completeSignIn(ctx, account);
    return account;
  }
  const owner = await countCodeAttempt(ctx, challenge);
  const account = await findAccount(ctx, owner);
  if (!(await isRightCode(ctx, owner, account, code ?? ''))) {
    await recordAuditEntry(ctx, {
      actor: 'unknown',
      operation: 'userId' in owner ? 'signIn' : 'signInClient',
      objectKind: 'userId' in owner ? 'admin' : 'clientId' in owner ? 'client' : 'member',
      clientId: clientOf(account)?.id ?? null,
      objectId: account.id,
      outcome: 'UNAUTHENTICATED',
    });
    throw fail('UNAUTHENTICATED', 'This code is wrong or was used before.');
  }
  await consumeChallenge(ctx, challenge);
  await completeSignIn(ctx, account);
  return account;
}

/**
 * Limits guesses of six digits. Recovery codes are too long to guess, so they have no limit per account: somebody who
 * knows the password cannot keep the owner out.
 */
async function isRightCode(ctx: Context, owner: Account, account: AccountRow, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return consumeRecoveryCode(ctx, owner, code);
  const { codesPerAccount } = ctx.rateLimiters;
  const counter = (await findKnownDevice(ctx, signInKey(ctx, signInName(account)))) ?? account.id;
  await consume(codesPerAccount, counter);
  const isRight = await isTotpCode(ctx, owner, digits);
  if (isRight) await codesPerAccount.delete(counter);
  return isRight;
}

async function findAccount(ctx: Context, owner: Account): Promise<AccountRow> {
  const account = await findAccountRow(ctx, owner);
  // Whoever got this far may have begun before the agency disabled the login.
  if (clientOf(account)?.authEnabled === false) throw fail('UNAUTHENTICATED', 'Invalid credentials');
  return account;
}
