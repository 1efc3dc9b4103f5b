import { randomBytes } from 'node:crypto';
import { IsNull, MoreThan, Not } from 'typeorm';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { type Account, accountOfRow } from '../account';
import { hashToken } from '../sessions';
import { SignInChallenge } from './sign-in-challenge.entity';

const LIFETIME_MS = 5 * 60 * 1000;
/** Codes that may be tried with one challenge. */
const MAX_ATTEMPTS = 5;

type Purpose = SignInChallenge['purpose'];

const expired = () => fail('UNAUTHENTICATED', 'This sign-in has expired. Please start again.');
// Not UNAUTHENTICATED, because the caller is signed in.
const registrationExpired = () => fail('CONFLICT', 'This request has expired. Please start again.');

/** Stores a challenge and returns its token. */
export async function createChallenge(
  ctx: Context,
  purpose: Purpose,
  account: Account | null,
  webauthnChallenge: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.dataSource.getRepository(SignInChallenge).insert({
    tokenHash: hashToken(ctx, token),
    purpose,
    webauthnChallenge,
    expiresAt: new Date(Date.now() + LIFETIME_MS),
    ...account,
  });
  return token;
}

/** Returns the account of a challenge whose password was correct. */
export async function findPasswordChallenge(ctx: Context, token: string): Promise<Account> {
  const challenge = await ctx.dataSource.getRepository(SignInChallenge).findOneBy({
    tokenHash: hashToken(ctx, token),
    purpose: 'password',
    expiresAt: MoreThan(new Date()),
  });
  if (!challenge) throw expired();
  return accountOfRow(challenge);
}

/** Stores the value that a passkey must sign. */
export async function setWebauthnChallenge(ctx: Context, token: string, webauthnChallenge: string): Promise<void> {
  await ctx.dataSource
    .getRepository(SignInChallenge)
    .update({ tokenHash: hashToken(ctx, token) }, { webauthnChallenge });
}

/** Counts a code that is tried with a challenge, before the code is checked. Returns the account. */
export async function countCodeAttempt(ctx: Context, token: string): Promise<Account> {
  const [rows] = await ctx.dataSource.query<[Parameters<typeof accountOfRow>[0][], number]>(
    `UPDATE sign_in_challenges SET attempts = attempts + 1
     WHERE token_hash = $1 AND purpose = 'password' AND attempts < $2 AND expires_at > now()
     RETURNING user_id AS "userId", client_id AS "clientId", member_id AS "memberId"`,
    [hashToken(ctx, token), MAX_ATTEMPTS],
  );
  if (!rows[0]) throw expired();
  return accountOfRow(rows[0]);
}

/** Uses a challenge up. Of concurrent requests with one token, only one succeeds. */
export async function consumeChallenge(ctx: Context, token: string): Promise<void> {
  const { affected } = await ctx.dataSource
    .getRepository(SignInChallenge)
    .delete({ tokenHash: hashToken(ctx, token), expiresAt: MoreThan(new Date()) });
  if (!affected) throw expired();
}

/** Uses a challenge up that a passkey has signed. Returns the value that was to be signed and, if known, the account. */
export async function consumePasskeyChallenge(
  ctx: Context,
  token: string,
  isRegistration: boolean,
): Promise<{ webauthnChallenge: string; account: Account | null }> {
  const found = await ctx.dataSource.getRepository(SignInChallenge).findOneBy({
    tokenHash: hashToken(ctx, token),
    purpose: isRegistration ? 'registration' : Not('registration'),
    webauthnChallenge: Not(IsNull()),
  });
  if (!found?.webauthnChallenge) throw isRegistration ? registrationExpired() : expired();
  await consumeChallenge(ctx, token);
  const hasAccount = found.userId !== null || found.clientId !== null || found.memberId !== null;
  return { webauthnChallenge: found.webauthnChallenge, account: hasAccount ? accountOfRow(found) : null };
}
