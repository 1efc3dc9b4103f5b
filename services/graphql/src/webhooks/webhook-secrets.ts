import { randomBytes, randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager, LessThanOrEqual, Like, Not } from 'typeorm';
import type { Settings } from '../api/context';
import { log } from '../telemetry/log';
import { isSealedBy, seal, type SealingKey, sealingKeys, unseal } from './encrypt';
import { Webhook } from './webhook.entity';

/** How long the secret before goes on signing, so that a receiver can change to the new one without missing anything. */
const OVERLAP_MS = 24 * 60 * 60_000;

/** What secrets are sealed under. */
export type SessionSecrets = Pick<Settings, 'sessionSecret' | 'previousSessionSecret'>;

const keysOf = ({ sessionSecret, previousSessionSecret }: SessionSecrets): SealingKey[] =>
  sealingKeys(previousSessionSecret === null ? [sessionSecret] : [sessionSecret, previousSessionSecret]);

/** A new secret in the form of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** A new webhook's id, its secret and the same sealed. */
export function makeSecret(settings: SessionSecrets): { id: string; secret: string; sealedSecret: string } {
  const [id, secret] = [randomUUID(), newSecret()];
  return { id, secret, sealedSecret: seal(keysOf(settings), secret, id) };
}

/** Gives a webhook a new secret, beside which the one before signs for another day. Answers the new one. */
export async function rotateSecret(db: EntityManager, settings: SessionSecrets, id: string): Promise<string> {
  const secret = newSecret();
  await db
    .createQueryBuilder()
    .update(Webhook)
    .set({
      sealedSecret: seal(keysOf(settings), secret, id),
      sealedPreviousSecret: () => 'sealed_secret',
      previousSecretUntil: new Date(Date.now() + OVERLAP_MS),
    })
    .where({ id })
    .execute();
  return secret;
}

type Sealed = Pick<Webhook, 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>;

/** The secrets that sign now, the present one first; none where our key was lost. */
export function openSecrets(
  settings: SessionSecrets,
  { id, sealedSecret, sealedPreviousSecret, previousSecretUntil }: Sealed,
): string[] {
  const keys = keysOf(settings);
  const present = unseal(keys, sealedSecret, id);
  if (present === null) return [];
  const isOverlap = sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > new Date();
  const before = isOverlap ? unseal(keys, sealedPreviousSecret, id) : null;
  return before === null ? [present] : [present, before];
}

/** Forgets secrets whose time has passed, and seals those under the key of the session secret before anew. */
export async function tendSecrets(dataSource: DataSource, settings: SessionSecrets): Promise<void> {
  const db = dataSource.manager;
  await db.update(
    Webhook,
    { previousSecretUntil: LessThanOrEqual(new Date()) },
    { sealedPreviousSecret: null, previousSecretUntil: null },
  );
  const keys = keysOf(settings);
  const current = seal(keys, '', '').split('.')[0]!;
  const select = { id: true, sealedSecret: true, sealedPreviousSecret: true } as const;
  const stale = await db.find(Webhook, {
    select,
    where: [{ sealedSecret: Not(Like(`${current}.%`)) }, { sealedPreviousSecret: Not(Like(`${current}.%`)) }],
    take: 1_000,
  });
  for (const { id, sealedSecret, sealedPreviousSecret } of stale) {
    const again = (sealed: string) => (isSealedBy(keys, sealed) ? sealed : resealed(unseal(keys, sealed, id), sealed));
    const resealed = (secret: string | null, as: string) => (secret === null ? as : seal(keys, secret, id));
    const renewed = {
      sealedSecret: again(sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && again(sealedPreviousSecret),
    };
    // Only where nobody rotated it meanwhile.
    if (renewed.sealedSecret !== sealedSecret || renewed.sealedPreviousSecret !== sealedPreviousSecret)
      await db.update(Webhook, { id, sealedSecret }, renewed);
    else log.warn({ id }, 'no session secret that is set opens the secret of a webhook: rotate it');
  }
}
