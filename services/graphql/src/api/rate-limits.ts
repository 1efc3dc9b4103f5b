import { metrics } from '@dripline/runtime/health-server';
import { Counter } from 'prom-client';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { fail } from './errors';
import { asAgency } from '../access/scope';

/** Rate limiters whose counters all replicas share in Postgres. */
export interface Throttles {
  /** Failed sign-ins per account and IP address. */
  signIn: RateLimiterAbstract;
  /** Failed sign-ins per IP address, across accounts. */
  signInAddress: RateLimiterAbstract;
  /** Remembers the IP addresses that an account has signed in from. It limits nothing. */
  knownAddress: RateLimiterAbstract;
  /** Form submissions per IP address and campaign. */
  submission: RateLimiterAbstract;
  /** Form submissions per campaign, across IP addresses. */
  campaign: RateLimiterAbstract;
  /** Form submissions per form token, once a campaign exceeds its limit. */
  page: RateLimiterAbstract;
  /** Form submissions per client and IP address that cause a message. */
  textsFromAddress: RateLimiterAbstract;
  /** Form submissions per client and block of phone numbers that differ only in the last four digits. */
  textsToBlock: RateLimiterAbstract;
  /** Signed upload URLs per client, or per IP address when no client is named. */
  upload: RateLimiterAbstract;
  /** Test messages per client. */
  testText: RateLimiterAbstract;
  /** Webhook tests and replays per client. */
  webhook: RateLimiterAbstract;
}

const rules: Record<keyof Throttles, { keyPrefix: string; points: number; duration: number }> = {
  signIn: { keyPrefix: 'sign-in', points: 5, duration: 15 * 60 },
  signInAddress: { keyPrefix: 'sign-in-address', points: 50, duration: 15 * 60 },
  knownAddress: { keyPrefix: 'known-address', points: 1, duration: 30 * 24 * 60 * 60 },
  submission: { keyPrefix: 'submit', points: 60, duration: 60 },
  campaign: { keyPrefix: 'campaign', points: 600, duration: 60 },
  page: { keyPrefix: 'page', points: 5, duration: 60 * 60 },
  textsFromAddress: { keyPrefix: 'texts-from', points: 100, duration: 60 * 60 },
  textsToBlock: { keyPrefix: 'texts-to', points: 30, duration: 60 * 60 },
  upload: { keyPrefix: 'upload', points: 60, duration: 60 },
  testText: { keyPrefix: 'test-text', points: 10, duration: 60 * 60 },
  webhook: { keyPrefix: 'webhook', points: 30, duration: 60 },
};

/** Creates the rate limiters. With `isOn` false they never limit. */
export function createThrottles(dataSource: DataSource, isOn: boolean): Throttles {
  const make = (rule: (typeof rules)[keyof Throttles]): RateLimiterAbstract => {
    if (!isOn) return new RateLimiterMemory({ ...rule, points: Number.MAX_SAFE_INTEGER });
    const { master } = dataSource.driver as unknown as { master: { query(statement: object): Promise<object> } };
    // The counters are shared by all callers, so they need the agency scope.
    const storeClient = { query: (statement: object) => asAgency(() => master.query(statement)) };
    return new RateLimiterPostgres({
      ...rule,
      storeClient,
      storeType: 'pool',
      tableName: 'throttles',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  };
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, make(rule)])) as unknown as Throttles;
}

/** Consumes one point. Throws RATE_LIMITED with the seconds to wait once the limit is exceeded. */
export async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (result) {
    throw result instanceof RateLimiterRes ? rateLimitError(limiter, result) : result;
  }
}

/** Consumes one point and returns whether the limit is exceeded. */
export async function isSpent(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return false;
  } catch (result) {
    if (result instanceof RateLimiterRes) return true;
    throw result;
  }
}

/** Throws RATE_LIMITED if the limit is already exceeded. Consumes nothing. */
export async function refuseIfSpent(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const state = await limiter.get(key);
  if (state !== null && state.consumedPoints >= limiter.points) throw rateLimitError(limiter, state);
}

const rateLimited = new Counter({
  name: 'dripline_throttle_refusals_total',
  help: 'Requests rejected by a rate limit, by limiter.',
  labelNames: ['throttle'],
  registers: [metrics],
});

function rateLimitError(limiter: RateLimiterAbstract, state: RateLimiterRes) {
  rateLimited.inc({ throttle: limiter.keyPrefix });
  return fail('RATE_LIMITED', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
