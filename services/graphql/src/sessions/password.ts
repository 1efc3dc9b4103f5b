import { type Algorithm, hash, verify } from '@node-rs/argon2';

// The package's enum exists at compile time only.
const ARGON2ID = 2 as Algorithm;

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

let nobody: Promise<string> | undefined;

/** Whether the password is the account's. Without an account it takes just as long to say no. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('no account has this password');
  const isRight = await verify(passwordHash ?? (await nobody), password);
  return isRight && passwordHash != null;
}
