import { randomBytes, randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager, LessThanOrEqual, Like, Not } from 'typeorm';
import type { Settings } from '../api/context';
import { log } from '../telemetry/log';
import {
  isEncryptedWithCurrentKey,
  encrypt,
  type EncryptionKey,
  deriveEncryptionKeys,
  decrypt,
} from './secret-encryption';
import { Webhook } from './webhook.entity';

/** How long the previous secret still signs, so that receivers can change to the new one without missing events. */
const OVERLAP_MS = 24 * 60 * 60_000;

/** The session secrets that webhook secrets are encrypted with. */
export type SessionSecrets = Pick<Settings, 'sessionSecret' | 'previousSessionSecret'>;

/** Returns the keys that encrypt the secrets of webhooks and authenticator apps. The first one is current. */
export const encryptionKeys = ({ sessionSecret, previousSessionSecret }: SessionSecrets): EncryptionKey[] =>
  deriveEncryptionKeys(previousSessionSecret === null ? [sessionSecret] : [sessionSecret, previousSessionSecret]);

/** Generates a secret in the Standard Webhooks format. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** Creates a webhook's id and its secret, in plain text and encrypted. */
export function createSecret(settings: SessionSecrets): { id: string; secret: string; encryptedSecret: string } {
  const [id, secret] = [randomUUID(), newSecret()];
  return { id, secret, encryptedSecret: encrypt(encryptionKeys(settings), secret, id) };
}

/** Replaces a webhook's secret and returns the new one. The previous secret also signs for another day. */
export async function rotateSecret(db: EntityManager, settings: SessionSecrets, id: string): Promise<string> {
  const secret = newSecret();
  await db
    .createQueryBuilder()
    .update(Webhook)
    .set({
      encryptedSecret: encrypt(encryptionKeys(settings), secret, id),
      encryptedPreviousSecret: () => 'encrypted_secret',
      previousSecretUntil: new Date(Date.now() + OVERLAP_MS),
    })
    .where({ id })
    .execute();
  return secret;
}

type EncryptedSecrets = Pick<Webhook, 'id' | 'encryptedSecret' | 'encryptedPreviousSecret' | 'previousSecretUntil'>;

/** Decrypts the secrets that sign now, the current one first. Empty if the session secret was lost. */
export function decryptSecrets(
  settings: SessionSecrets,
  { id, encryptedSecret, encryptedPreviousSecret, previousSecretUntil }: EncryptedSecrets,
): string[] {
  const keys = encryptionKeys(settings);
  const current = decrypt(keys, encryptedSecret, id);
  if (current === null) return [];
  const isOverlap =
    encryptedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > new Date();
  const previous = isOverlap ? decrypt(keys, encryptedPreviousSecret, id) : null;
  return previous === null ? [current] : [current, previous];
}

/** Deletes expired previous secrets, and encrypts secrets again that use the previous session secret. */
export async function rotateSecretEncryption(dataSource: DataSource, settings: SessionSecrets): Promise<void> {
  const db = dataSource.manager;
  await db.update(
    Webhook,
    { previousSecretUntil: LessThanOrEqual(new Date()) },
    { encryptedPreviousSecret: null, previousSecretUntil: null },
  );
  const keys = encryptionKeys(settings);
  const current = encrypt(keys, '', '').split('.')[0]!;
  const select = { id: true, encryptedSecret: true, encryptedPreviousSecret: true } as const;
  const stale = await db.find(Webhook, {
    select,
    where: [{ encryptedSecret: Not(Like(`${current}.%`)) }, { encryptedPreviousSecret: Not(Like(`${current}.%`)) }],
    take: 1_000,
  });
  for (const { id, encryptedSecret, encryptedPreviousSecret } of stale) {
    const reencrypt = (encrypted: string) =>
      isEncryptedWithCurrentKey(keys, encrypted) ? encrypted : encryptAgain(decrypt(keys, encrypted, id), encrypted);
    const encryptAgain = (secret: string | null, unchanged: string) =>
      secret === null ? unchanged : encrypt(keys, secret, id);
    const rotated = {
      encryptedSecret: reencrypt(encryptedSecret),
      encryptedPreviousSecret: encryptedPreviousSecret && reencrypt(encryptedPreviousSecret),
    };
    // Only if the secret was not rotated meanwhile.
    if (rotated.encryptedSecret !== encryptedSecret || rotated.encryptedPreviousSecret !== encryptedPreviousSecret)
      await db.update(Webhook, { id, encryptedSecret }, rotated);
    else
      log.warn(
        { id },
        'webhook secret cannot be decrypted with the configured session secrets: rotate the webhook secret',
      );
  }
}
