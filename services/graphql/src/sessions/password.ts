import { metrics } from '@dripline/runtime/http/health-server';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { Counter } from 'prom-client';
import { createSignInQueue } from './sign-in-queue';

// The package declares a const enum, which does not exist at run time.
const ARGON2ID = 2 as Algorithm;

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

// Two at a time leave threads and memory for other work. The last task in the queue waits a few seconds.
const enqueueHash = createSignInQueue({ width: 2, length: 200 });

const hashes = new Counter({
  name: 'dripline_password_hashes_total',
  help: 'Password hash computations, by work (hash or verify).',
  labelNames: ['work'],
  registers: [metrics],
});

/** Returns the argon2id hash of a password in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return enqueueHash(() => {
    hashes.inc({ work: 'hash' });
    return hash(password, parameters);
  });
}

let decoyHash: Promise<string> | undefined;

/**
 * Whether the password matches. Without an account it compares a decoy hash, so that response times do not reveal
 * whether one exists.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await (decoyHash ??= hash('no account has this password', parameters)));
  const isRight = await enqueueHash(() => {
    hashes.inc({ work: 'verify' });
    return verify(compared, password);
  });
  return isRight && passwordHash != null;
}

/** Whether a password was hashed with other parameters than the current ones. */
export function isHashOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(prefix);
}
