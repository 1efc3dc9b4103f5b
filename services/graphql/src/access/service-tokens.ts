import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Settings } from '../api/context';
import { fail } from '../api/errors';
import type { Actor } from './access';

/** Returns the service whose token a request carries. Throws UNAUTHENTICATED. */
export function authenticateService(req: Request, { workerToken, landingToken }: Settings): Actor {
  const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
  if (isEqual(token, workerToken)) return { role: 'worker' };
  if (isEqual(token, landingToken)) return { role: 'landing' };
  throw fail('UNAUTHENTICATED', 'Only the product’s own services may call this. Send a service’s token.');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
