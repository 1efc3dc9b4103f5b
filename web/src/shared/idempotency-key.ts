/** Creates an idempotency key. Browsers offer `randomUUID` only over HTTPS and on localhost, so there is a fallback. */
export function newIdempotencyKey(): string {
  return (
    crypto.randomUUID?.() ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  );
}
