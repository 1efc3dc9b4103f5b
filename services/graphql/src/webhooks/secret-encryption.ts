import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** An encryption key. Its id is a hash that prefixes every ciphertext and does not reveal the key. */
export interface EncryptionKey {
  id: string;
  key: Buffer;
}

/** Derives encryption keys from session secrets. The first key encrypts, all of them decrypt. */
export function deriveEncryptionKeys(sessionSecrets: readonly string[]): EncryptionKey[] {
  return sessionSecrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'dripline webhook secrets', 32));
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
}

/** Encrypts a secret with AES-256-GCM, bound to its owner's id so that it cannot be decrypted in another row. */
export function encrypt([current]: EncryptionKey[], secret: string, owner: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, current!.key, iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `${current!.id}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** Decrypts a secret. Returns null if none of the keys can decrypt it. */
export function decrypt(keys: EncryptionKey[], encrypted: string, owner: string): string | null {
  const [id, text = ''] = encrypted.split('.');
  const key = keys.find((candidate) => candidate.id === id)?.key;
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

/** Returns whether a secret is encrypted with the first key. */
export function isEncryptedWithCurrentKey([current]: EncryptionKey[], encrypted: string): boolean {
  return encrypted.startsWith(`${current!.id}.`);
}
