import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { writeJson } from './processes/write-file';

export interface FirstAdmin {
  /** For the migration; empty where it must leave the accounts alone. */
  variables: { ADMIN_USERNAME?: string; ADMIN_PASSWORD?: string };
  /** What the banner says about signing in. */
  notice: string;
  /** To be called once the notice was shown: until then the next start makes the admin again. */
  shown(): void;
}

// No letters or digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Who can sign in after this start: as the environment says, or an admin whose password is made up and shown at the first start. */
export function firstAdmin({
  DATA_DIR,
  ADMIN_USERNAME,
  ADMIN_PASSWORD,
}: Pick<Env, 'DATA_DIR' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>): FirstAdmin {
  const file = join(DATA_DIR, 'first-admin.json');
  const username = ADMIN_USERNAME ?? 'admin';
  const shown = () => writeJson(file, { username });
  if (ADMIN_PASSWORD) {
    return {
      variables: { ADMIN_USERNAME: username, ADMIN_PASSWORD },
      notice: `Admin: ${username}, with the password in ADMIN_PASSWORD`,
      shown,
    };
  }
  if (existsSync(file)) {
    return {
      variables: {},
      notice: 'Admin: as set at the first start; set ADMIN_USERNAME and ADMIN_PASSWORD to change it',
      shown: () => undefined,
    };
  }
  const password = makePassword();
  const notice = `Admin: ${username}\nPassword: ${password}\n(shown this once; set ADMIN_USERNAME and ADMIN_PASSWORD to change it)`;
  return { variables: { ADMIN_USERNAME: username, ADMIN_PASSWORD: password }, notice, shown };
}

/** Four groups of five letters and digits: 99 bits, and easy to copy by hand. */
function makePassword(): string {
  const letter = () => alphabet[randomInt(alphabet.length)];
  const group = () => Array.from({ length: 5 }, letter).join('');
  return Array.from({ length: 4 }, group).join('-');
}
