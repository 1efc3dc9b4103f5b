import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key that seals secrets. Its id, which stands before what it sealed, says nothing of it. */
export interface SealingKey {
  id: string;
  key: Buffer;
}

/** The keys of these session secrets: the first seals, all of them open. */
export function sealingKeys(sessionSecrets: readonly string[]): SealingKey[] {
  return sessionSecrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'dripline webhook secrets', 32));
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
}

/** Seals a secret for its owner's row alone: in another it does not open. */
export function seal([current]: SealingKey[], secret: string, owner: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, current!.key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `${current!.id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** What was sealed; null where no key of ours opens it. */
export function unseal(keys: SealingKey[], sealed: string, owner: string): string | null {
  const [id, text = ''] = sealed.split('.');
  const key = keys.find((each) => each.id === id)?.key;
  if (!key) return null;
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Whether the first of the keys sealed it. */
export function isSealedBy([current]: SealingKey[], sealed: string): boolean {
  return sealed.startsWith(`${current!.id}.`);
}
