import { randomUUID } from 'node:crypto';
import { TOTP, Secret } from 'otpauth';
import { type DataSource, IsNull, LessThan, Like, Not } from 'typeorm';
import type { Context } from '../../api/context';
import { fail, fieldError } from '../../api/errors';
import { decrypt, encrypt } from '../../webhooks/secret-encryption';
import { encryptionKeys, type SessionSecrets } from '../../webhooks/webhook-secrets';
import type { Account } from '../account';
import { Authenticator } from './authenticator.entity';
import type { FactorNames } from './passkeys';

const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const WINDOW = 1;
/** Bytes of a secret: the length of a SHA-1 hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/**
 * Returns the time step of a code, or null if the code belongs to no step of the window (RFC 6238 with SHA-1, 30 seconds
 * and 6 digits).
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** Creates an authenticator that is not confirmed yet. Returns its secret in base32 and as a URI for a QR code. */
export async function beginAuthenticator(
  { dataSource, settings }: Context,
  account: Account,
  { username, productName }: FactorNames,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  await dataSource.transaction(async (db) => {
    await db.delete(Authenticator, { ...account, confirmedAt: IsNull() });
    if (await db.existsBy(Authenticator, account))
      throw fail('CONFLICT', 'Your account already has an authenticator app. Remove it first.');
    const id = randomUUID();
    await db.insert(Authenticator, {
      ...account,
      id,
      encryptedSecret: encrypt(encryptionKeys(settings), secret, id),
    });
  });
  return { secret, uri: totpOf(secret, productName, username).toString() };
}

/** Confirms the authenticator with its first code. From then on, sign-ins ask for a code. */
export async function confirmAuthenticator(ctx: Context, account: Account, code: string): Promise<void> {
  const pending = await ctx.dataSource.manager.findOneBy(Authenticator, { ...account, confirmedAt: IsNull() });
  if (!pending) throw fail('NOT_FOUND', 'Start again: there is no authenticator app to confirm.');
  if (!(await acceptCode(ctx, pending, code)))
    throw fieldError('code', 'This code is wrong. Enter the code that the app shows now.');
  await ctx.dataSource.manager.update(Authenticator, { id: pending.id }, { confirmedAt: new Date() });
}

/** Whether the code is the account's current one. Each code is accepted once, also by concurrent requests. */
export async function isTotpCode(ctx: Context, account: Account, code: string): Promise<boolean> {
  const found = await ctx.dataSource.manager.findOneBy(Authenticator, { ...account, confirmedAt: Not(IsNull()) });
  return found !== null && acceptCode(ctx, found, code);
}

async function acceptCode({ dataSource, settings }: Context, found: Authenticator, code: string): Promise<boolean> {
  const secret = decrypt(encryptionKeys(settings), found.encryptedSecret, found.id);
  const step = secret === null ? null : stepOfCode(secret, code);
  if (step === null) return false;
  const { affected } = await dataSource.manager.update(
    Authenticator,
    { id: found.id, lastStep: LessThan(step) },
    { lastStep: step },
  );
  return affected === 1;
}

/** Encrypts the secrets again that use the previous session secret. */
export async function rotateAuthenticatorEncryption(dataSource: DataSource, settings: SessionSecrets): Promise<void> {
  const keys = encryptionKeys(settings);
  const current = encrypt(keys, '', '').split('.')[0]!;
  const stale = await dataSource.manager.find(Authenticator, {
    where: { encryptedSecret: Not(Like(`${current}.%`)) },
    take: 1_000,
  });
  for (const { id, encryptedSecret } of stale) {
    const secret = decrypt(keys, encryptedSecret, id);
    if (secret !== null)
      await dataSource.manager.update(
        Authenticator,
        { id, encryptedSecret },
        { encryptedSecret: encrypt(keys, secret, id) },
      );
  }
}
