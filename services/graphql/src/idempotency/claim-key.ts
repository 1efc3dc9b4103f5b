import { IDEMPOTENCY_HOURS, IDEMPOTENCY_LOCK_SECONDS } from '@dripline/contract/idempotency';
import { asSystem } from '../access/scope';
import type { Dependencies } from '../api/context';
import { decrypt, encrypt } from '../webhooks/secret-encryption';
import { encryptionKeys } from '../webhooks/webhook-secrets';

type Parts = Pick<Dependencies, 'dataSource' | 'settings'>;

/** A request that was sent with an idempotency key. */
export interface KeyedRequest {
  /** Whose key it is. The keys of different owners never meet. */
  owner: string;
  key: string;
  /** The SHA-256 hash of the operation and its variables. */
  hash: Buffer;
}

/** The right to run a request, until the lock ends. */
export interface Claim extends KeyedRequest {
  /** When the lock ends, as Postgres writes it. It identifies the claim. */
  lockedUntil: string;
}

/** What to do with a request: run it, return a stored response, or reject it. */
export type ClaimResult =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'answered'; response: string | null }
  | { kind: 'running' }
  | { kind: 'reused' };

const RECLAIMS = 3;

/** Claims a key for a request. `response` is null if it can no longer be decrypted. */
export function claimKey(parts: Parts, request: KeyedRequest): Promise<ClaimResult> {
  return asSystem(() => claim(parts, request));
}

async function claim({ dataSource, settings }: Parts, request: KeyedRequest): Promise<ClaimResult> {
  const { owner, key, hash } = request;
  for (let attempt = 1; attempt <= RECLAIMS; attempt += 1) {
    const [claimed] = await dataSource.query<{ lockedUntil: string }[]>(
      `INSERT INTO idempotency_keys AS k (owner, key, request_hash, locked_until) VALUES ($1, $2, $3, now() + make_interval(secs => $4))
       ON CONFLICT (owner, key) DO UPDATE
       SET request_hash = excluded.request_hash, encrypted_response = NULL, locked_until = excluded.locked_until, created_at = now()
       WHERE k.created_at < now() - make_interval(hours => $5)
         OR k.request_hash = excluded.request_hash AND k.encrypted_response IS NULL AND k.locked_until < now()
       RETURNING locked_until::text AS "lockedUntil"`,
      [owner, key, hash, IDEMPOTENCY_LOCK_SECONDS, IDEMPOTENCY_HOURS],
    );
    if (claimed) return { kind: 'claimed', claim: { ...request, ...claimed } };
    const [row] = await dataSource.query<{ hash: Buffer; response: string | null }[]>(
      'SELECT request_hash AS hash, encrypted_response AS response FROM idempotency_keys WHERE owner = $1 AND key = $2',
      [owner, key],
    );
    // The row was deleted meanwhile, because the first request was rejected.
    if (!row) continue;
    if (!row.hash.equals(hash)) return { kind: 'reused' };
    if (row.response === null) return { kind: 'running' };
    return { kind: 'answered', response: decrypt(encryptionKeys(settings), row.response, idOf(request)) };
  }
  return { kind: 'running' };
}

/** Stores the response of a claimed request, encrypted, because it may contain a secret that is shown once. */
export async function storeResponse({ dataSource, settings }: Parts, claimed: Claim, response: string): Promise<void> {
  const { owner, key, lockedUntil } = claimed;
  const encrypted = encrypt(encryptionKeys(settings), response, idOf(claimed));
  await asSystem(() =>
    dataSource.query(
      'UPDATE idempotency_keys SET encrypted_response = $4 WHERE owner = $1 AND key = $2 AND locked_until = $3::timestamptz',
      [owner, key, lockedUntil, encrypted],
    ),
  );
}

/** Releases the key of a request that changed nothing, so that a corrected request can use it. */
export async function releaseKey({ dataSource }: Parts, { owner, key, lockedUntil }: Claim): Promise<void> {
  await asSystem(() =>
    dataSource.query('DELETE FROM idempotency_keys WHERE owner = $1 AND key = $2 AND locked_until = $3::timestamptz', [
      owner,
      key,
      lockedUntil,
    ]),
  );
}

const idOf = ({ owner, key }: KeyedRequest) => `${owner} ${key}`;
