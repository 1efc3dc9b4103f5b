import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { accountKey, type Actor } from '../access/access';
import { fail } from '../api/errors';
import { consume } from '../api/rate-limiters';

/** Open streams of one account or API key, and of all holders of one client's dashboard link. Per process. */
export const MAX_STREAMS = { account: 20, link: 5 };

/** Streams that one session or API key, and one IP address, may open a minute. Per process. */
export const OPENINGS = { credential: 60, address: 600 };

/** Limits how many streams are open and how often they are opened. */
export interface StreamLimits {
  /** Counts an attempt to open a stream, without a query. Throws RATE_LIMITED. */
  consumeOpening(req: Request): Promise<void>;
  /** Takes a place for a stream. Returns a function that frees it. Throws RATE_LIMITED. */
  acquire(actor: Actor, clientId: string): () => void;
}

/** Creates the limits of this process. With `isOn` false they never limit. */
export function createStreamLimits(isOn: boolean): StreamLimits {
  const limiter = (keyPrefix: string, points: number) => new RateLimiterMemory({ keyPrefix, points, duration: 60 });
  const credentials = limiter('streams-per-credential', OPENINGS.credential);
  const addresses = limiter('streams-per-address', OPENINGS.address);
  const open = new Map<string, number>();
  return {
    async consumeOpening(req) {
      if (!isOn) return;
      const credential = req.headers.authorization ?? req.headers.cookie;
      await consume(addresses, req.ip ?? '');
      if (credential) await consume(credentials, createHash('sha256').update(credential).digest('base64url'));
    },
    acquire(actor, clientId) {
      const key = accountKey(actor) ?? `link:${clientId}`;
      const count = open.get(key) ?? 0;
      const max = actor.role === 'visitor' ? MAX_STREAMS.link : MAX_STREAMS.account;
      if (isOn && count >= max)
        throw fail('RATE_LIMITED', `At most ${max} streams may be open. Close one and try again.`, { retryAfter: 10 });
      open.set(key, count + 1);
      return () => {
        const rest = open.get(key)! - 1;
        if (rest === 0) open.delete(key);
        else open.set(key, rest);
      };
    },
  };
}
