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

/** Counters shared by every replica, in Postgres. */
export interface Throttles {
  /** Failed sign-ins of one account from one address. */
  signIn: RateLimiterAbstract;
  /** Failed sign-ins from one address, for whatever account. */
  signInAddress: RateLimiterAbstract;
  /** Holds the addresses that an account signed in from; nothing is spent on it. */
  knownAddress: RateLimiterAbstract;
  /** Submissions from one address to one campaign. */
  submission: RateLimiterAbstract;
  /** Submissions to one campaign, from wherever. */
  campaign: RateLimiterAbstract;
  /** Submissions from one page of ours to a campaign that has too many. */
  page: RateLimiterAbstract;
  /** Submissions from one address that text somebody for one client. */
  textsFromAddress: RateLimiterAbstract;
  /** The same to numbers that differ in their last four digits alone. */
  textsToBlock: RateLimiterAbstract;
  /** Upload addresses for one client, or to one address where no client is named. */
  upload: RateLimiterAbstract;
  /** Texts that one client sends to its own phone. */
  testText: RateLimiterAbstract;
  /** Events that one client has posted by hand: tests and replays. */
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

export function createThrottles(dataSource: DataSource, isOn: boolean): Throttles {
  const make = (rule: (typeof rules)[keyof Throttles]): RateLimiterAbstract => {
    if (!isOn) return new RateLimiterMemory({ ...rule, points: Number.MAX_SAFE_INTEGER });
    const { master } = dataSource.driver as unknown as { master: { query(statement: object): Promise<object> } };
    // Counted for everybody, whoever asks.
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

/** Counts one; throws RATE_LIMITED with the seconds to wait once there were too many. */
export async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(limiter, refused) : refused;
  }
}

/** Counts one, and tells whether there were too many: for what is not refused for it. */
export async function isSpent(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return false;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return true;
    throw refused;
  }
}

/** Throws RATE_LIMITED where there were already too many; counts nothing. */
export async function refuseIfSpent(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const state = await limiter.get(key);
  if (state !== null && state.consumedPoints >= limiter.points) throw tooMany(limiter, state);
}

const refusals = new Counter({
  name: 'dripline_throttle_refusals_total',
  help: 'Requests that came too often, by what they came for.',
  labelNames: ['throttle'],
  registers: [metrics],
});

function tooMany(limiter: RateLimiterAbstract, state: RateLimiterRes) {
  refusals.inc({ throttle: limiter.keyPrefix });
  return fail('RATE_LIMITED', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
