import { metrics } from '@dripline/runtime/health-server';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { Counter } from 'prom-client';
import { createQueue } from './hash-queue';

// The package's enum exists at compile time only.
const ARGON2ID = 2 as Algorithm;

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

// Two at a time leave the other threads and the memory to everybody else; the last in line waits a few seconds.
const inTurn = createQueue({ width: 2, length: 200 });

const hashes = new Counter({
  name: 'dripline_password_hashes_total',
  help: 'Passwords that were hashed, to keep or to compare them.',
  labelNames: ['work'],
  registers: [metrics],
});

/** The argon2id hash of a password, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => {
    hashes.inc({ work: 'hash' });
    return hash(password, parameters);
  });
}

let nobody: Promise<string> | undefined;

/** Whether the password is the account's. Without an account it takes just as long to say no. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await (nobody ??= hash('no account has this password', parameters)));
  const isRight = await inTurn(() => {
    hashes.inc({ work: 'verify' });
    return verify(compared, password);
  });
  return isRight && passwordHash != null;
}

/** Whether it was hashed with other parameters than those of today. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(prefix);
}
