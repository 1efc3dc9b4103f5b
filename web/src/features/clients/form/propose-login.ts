import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { deriveSlug } from '@dripline/contract/rules/slug';

/** Lowercase letters and digits that cannot be confused. 32 of them, so that five bits select one without bias. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Generates a password of 20 random characters (100 bits) in groups of five, such as `k3v9x-…`. */
export function generatePassword(): string {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH)),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
  return Array.from({ length: GROUPS }, (_, n) => letters.slice(n * GROUP_LENGTH, (n + 1) * GROUP_LENGTH)).join('-');
}

/** Proposes a username, such as `acme-plumbing` for Acme Plumbing. */
export const proposeUsername = (businessName: string) => deriveSlug(businessName, MAX_NAME_LENGTH);
