import { recordAuditEntry } from '../../audit/record-audit-entry';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { consume } from '../../api/rate-limiters';
import { Client } from '../../clients/client.entity';
import { findKnownDevice, signInKey } from '../limits/known-devices';
import type { Account } from '../sessions';
import { completeSignIn } from '../sign-in';
import { User } from '../user.entity';
import { consumeChallenge, countCodeAttempt } from './challenges';
import { verifyPasskey } from './passkeys';
import { consumeRecoveryCode } from './recovery-codes';
import { isTotpCode } from './totp';

/** Finishes a sign-in with a code of the authenticator app, a recovery code or a passkey, and starts the session. */
export async function finishSignIn(
  ctx: Context,
  { challenge, code, passkey }: { challenge: string; code: string | null; passkey: object | null },
): Promise<User | Client> {
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
      objectKind: 'userId' in owner ? 'admin' : 'client',
      clientId: 'clientId' in owner ? owner.clientId : null,
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
async function isRightCode(ctx: Context, owner: Account, account: User | Client, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return consumeRecoveryCode(ctx, owner, code);
  const { codesPerAccount } = ctx.rateLimiters;
  const kind = 'userId' in owner ? 'user' : 'client';
  const counter = (await findKnownDevice(ctx, signInKey(ctx, `${kind}:${account.username}`))) ?? account.id;
  await consume(codesPerAccount, counter);
  const isRight = await isTotpCode(ctx, owner, digits);
  if (isRight) await codesPerAccount.delete(counter);
  return isRight;
}

async function findAccount({ dataSource }: Context, owner: Account): Promise<User | Client> {
  if ('userId' in owner) return dataSource.manager.findOneByOrFail(User, { id: owner.userId });
  const client = await dataSource.manager.findOneByOrFail(Client, { id: owner.clientId });
  // Whoever got this far may have begun before the agency disabled the login.
  if (!client.authEnabled) throw fail('UNAUTHENTICATED', 'Invalid credentials');
  return client;
}
