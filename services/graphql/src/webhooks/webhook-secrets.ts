import { randomBytes, randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager, LessThanOrEqual, Like, Not } from 'typeorm';
import type { Settings } from '../api/context';
import { log } from '../telemetry/log';
import { isSealedBy, seal, type SealingKey, sealingKeys, unseal } from './encrypt';
import { Webhook } from './webhook.entity';

/** How long the previous secret still signs, so that receivers can change to the new one without missing events. */
const OVERLAP_MS = 24 * 60 * 60_000;

/** The session secrets that webhook secrets are encrypted with. */
export type SessionSecrets = Pick<Settings, 'sessionSecret' | 'previousSessionSecret'>;

const encryptionKeys = ({ sessionSecret, previousSessionSecret }: SessionSecrets): SealingKey[] =>
  sealingKeys(previousSessionSecret === null ? [sessionSecret] : [sessionSecret, previousSessionSecret]);

/** Generates a secret in the Standard Webhooks format. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** Creates a webhook's id and its secret, in plain text and encrypted. */
export function makeSecret(settings: SessionSecrets): { id: string; secret: string; sealedSecret: string } {
  const [id, secret] = [randomUUID(), newSecret()];
  return { id, secret, sealedSecret: seal(encryptionKeys(settings), secret, id) };
}

/** Replaces a webhook's secret and returns the new one. The previous secret also signs for another day. */
export async function rotateSecret(db: EntityManager, settings: SessionSecrets, id: string): Promise<string> {
  const secret = newSecret();
  await db
    .createQueryBuilder()
    .update(Webhook)
    .set({
      sealedSecret: seal(encryptionKeys(settings), secret, id),
      sealedPreviousSecret: () => 'sealed_secret',
      previousSecretUntil: new Date(Date.now() + OVERLAP_MS),
    })
    .where({ id })
    .execute();
  return secret;
}

type EncryptedSecrets = Pick<Webhook, 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>;

/** Decrypts the secrets that sign now, the current one first. Empty if the session secret was lost. */
export function openSecrets(
  settings: SessionSecrets,
  { id, sealedSecret, sealedPreviousSecret, previousSecretUntil }: EncryptedSecrets,
): string[] {
  const keys = encryptionKeys(settings);
  const current = unseal(keys, sealedSecret, id);
  if (current === null) return [];
  const isOverlap = sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > new Date();
  const previous = isOverlap ? unseal(keys, sealedPreviousSecret, id) : null;
  return previous === null ? [current] : [current, previous];
}

/** Deletes expired previous secrets, and encrypts secrets again that use the previous session secret. */
export async function tendSecrets(dataSource: DataSource, settings: SessionSecrets): Promise<void> {
  const db = dataSource.manager;
  await db.update(
    Webhook,
    { previousSecretUntil: LessThanOrEqual(new Date()) },
    { sealedPreviousSecret: null, previousSecretUntil: null },
  );
  const keys = encryptionKeys(settings);
  const current = seal(keys, '', '').split('.')[0]!;
  const select = { id: true, sealedSecret: true, sealedPreviousSecret: true } as const;
  const stale = await db.find(Webhook, {
    select,
    where: [{ sealedSecret: Not(Like(`${current}.%`)) }, { sealedPreviousSecret: Not(Like(`${current}.%`)) }],
    take: 1_000,
  });
  for (const { id, sealedSecret, sealedPreviousSecret } of stale) {
    const reencrypt = (sealed: string) =>
      isSealedBy(keys, sealed) ? sealed : encryptAgain(unseal(keys, sealed, id), sealed);
    const encryptAgain = (secret: string | null, unchanged: string) =>
      secret === null ? unchanged : seal(keys, secret, id);
    const rotated = {
      sealedSecret: reencrypt(sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && reencrypt(sealedPreviousSecret),
    };
    // Only if the secret was not rotated meanwhile.
    if (rotated.sealedSecret !== sealedSecret || rotated.sealedPreviousSecret !== sealedPreviousSecret)
      await db.update(Webhook, { id, sealedSecret }, rotated);
    else
      log.warn(
        { id },
        'webhook secret cannot be decrypted with the configured session secrets: rotate the webhook secret',
      );
  }
}
