import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { writeJson } from './processes/write-json';

export interface FirstAdmin {
  /** Variables for the migration. Empty if the migration must not change any account. */
  variables: { ADMIN_USERNAME?: string; ADMIN_PASSWORD?: string };
  /** How to sign in, for the startup message. */
  bannerText: string;
  /** Records that the user saw the password. Until then, each start generates a new one. */
  markShown(): void;
}

// Excludes characters that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns the first administrator: from the environment, or with a password that is generated at the first start. */
export function firstAdmin({
  DATA_DIR,
  ADMIN_USERNAME,
  ADMIN_PASSWORD,
}: Pick<Env, 'DATA_DIR' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>): FirstAdmin {
  const file = join(DATA_DIR, 'first-admin.json');
  const username = ADMIN_USERNAME ?? 'admin';
  const markShown = () => writeJson(file, { username });
  if (ADMIN_PASSWORD) {
    return {
      variables: { ADMIN_USERNAME: username, ADMIN_PASSWORD },
      bannerText: `Admin: ${username}, with the password from ADMIN_PASSWORD`,
      markShown,
    };
  }
  if (existsSync(file)) {
    return {
      variables: {},
      bannerText: 'Admin: created at the first start. To change the password, set ADMIN_USERNAME and ADMIN_PASSWORD.',
      markShown: () => undefined,
    };
  }
  const password = generatePassword();
  const bannerText = `Admin: ${username}\nPassword: ${password}\n(shown only once; to change it, set ADMIN_USERNAME and ADMIN_PASSWORD)`;
  return { variables: { ADMIN_USERNAME: username, ADMIN_PASSWORD: password }, bannerText, markShown };
}

/** Generates four groups of five characters (99 bits), which are easy to copy by hand. */
function generatePassword(): string {
  const letter = () => alphabet[randomInt(alphabet.length)];
  const group = () => Array.from({ length: 5 }, letter).join('');
  return Array.from({ length: 4 }, group).join('-');
}
