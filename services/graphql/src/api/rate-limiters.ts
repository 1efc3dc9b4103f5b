import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { metrics } from '@dripline/runtime/http/health-server';
import type { GraphQLError } from 'graphql';
import { Counter } from 'prom-client';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { fail } from './errors';
import { asSystem } from '../access/scope';
import { DEVICE_LIFETIME_SECONDS } from '../sessions/limits/known-devices';

/** Rate limiters whose counters all replicas share in Postgres. */
export interface RateLimiters {
  /** Failed sign-ins per account and IP address, or per account and known browser. */
  signInPerAccountAndAddress: RateLimiterAbstract;
  /** Failed sign-ins per IP address, across accounts. */
  signInPerAddress: RateLimiterAbstract;
  /** Remembers the browsers that an account has signed in from. It limits nothing. */
  knownDevices: RateLimiterAbstract;
  /** Wrong codes of authenticator apps per account, or per account and known browser. */
  codesPerAccount: RateLimiterAbstract;
  /** Attempts per IP address to sign in with a passkey or a code. */
  secondFactorPerAddress: RateLimiterAbstract;
  /** Form submissions per IP address and campaign. */
  submissionsPerAddress: RateLimiterAbstract;
  /** Form submissions per campaign, across IP addresses. */
  submissionsPerCampaign: RateLimiterAbstract;
  /** Form submissions per form token, once a campaign exceeds its limit. */
  submissionsPerFormToken: RateLimiterAbstract;
  /** Form submissions per client and IP address that cause a message. */
  messagesPerAddress: RateLimiterAbstract;
  /** Signed upload URLs per client, or per IP address when no client is named. */
  upload: RateLimiterAbstract;
  /** Test messages per client. */
  testMessage: RateLimiterAbstract;
  /** Changes, messages, exports and deletions per client by callers who have only its link. */
  linkActions: RateLimiterAbstract;
  /** Webhook tests and replays per client. */
  webhook: RateLimiterAbstract;
  /** Requests to send due messages, per client, or for all clients. */
  processSms: RateLimiterAbstract;
  /** Requests per API key. */
  apiKey: RateLimiterAbstract;
  /** Requests with a wrong API key per IP address. */
  wrongApiKeys: RateLimiterAbstract;
  /** Operations of a signed-in account that are not persisted operations. */
  ownOperations: RateLimiterAbstract;
}

/** `points` requests are allowed in `duration` seconds. */
export const rateLimits: Record<keyof RateLimiters, { keyPrefix: string; points: number; duration: number }> = {
  signInPerAccountAndAddress: { keyPrefix: 'sign-in-per-account', points: 5, duration: 15 * 60 },
  signInPerAddress: { keyPrefix: 'sign-in-per-address', points: 50, duration: 15 * 60 },
  knownDevices: { keyPrefix: 'known-device', points: 1, duration: DEVICE_LIFETIME_SECONDS },
  codesPerAccount: { keyPrefix: 'codes-per-account', points: 20, duration: 60 * 60 },
  secondFactorPerAddress: { keyPrefix: 'second-factor-per-address', points: 60, duration: 60 },
  submissionsPerAddress: { keyPrefix: 'submissions-per-address', points: 60, duration: 60 },
  submissionsPerCampaign: { keyPrefix: 'submissions-per-campaign', points: 600, duration: 60 },
  submissionsPerFormToken: { keyPrefix: 'submissions-per-form-token', points: 5, duration: 60 * 60 },
  messagesPerAddress: { keyPrefix: 'messages-per-address', points: 100, duration: 60 * 60 },
  upload: { keyPrefix: 'upload', points: 60, duration: 60 },
  testMessage: { keyPrefix: 'test-message', points: 10, duration: 60 * 60 },
  linkActions: { keyPrefix: 'link-actions', points: 120, duration: 60 },
  webhook: { keyPrefix: 'webhook', points: 30, duration: 60 },
  processSms: { keyPrefix: 'process-sms', points: 10, duration: 60 },
  apiKey: { keyPrefix: 'api-key', points: 600, duration: 60 },
  wrongApiKeys: { keyPrefix: 'wrong-api-keys', points: 50, duration: 15 * 60 },
  ownOperations: { keyPrefix: 'own-operations', points: 120, duration: 60 },
};

/** Creates the rate limiters. With `isOn` false they never limit. */
export function createRateLimiters(dataSource: DataSource, isOn: boolean): RateLimiters {
  const make = (rule: (typeof rateLimits)[keyof RateLimiters]): RateLimiterAbstract => {
    if (!isOn) return new RateLimiterMemory({ ...rule, points: Number.MAX_SAFE_INTEGER });
    const { master } = dataSource.driver as unknown as { master: { query(statement: object): Promise<object> } };
    // The counters are shared by all callers, so they need the system scope.
    const storeClient = { query: (statement: object) => asSystem(() => master.query(statement)) };
    return new RateLimiterPostgres({
      ...rule,
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      // Callers who exceeded the limit cost no further writes.
      ...(rule === rateLimits.wrongApiKeys ? { inMemoryBlockOnConsumed: rule.points } : {}),
    });
  };
  return Object.fromEntries(
    Object.entries(rateLimits).map(([name, rule]) => [name, make(rule)]),
  ) as unknown as RateLimiters;
}

/**
 * Returns the key under which a caller's IP address is counted: a keyed hash, so that a copy of the database contains no
 * addresses.
 */
export function addressKey({
  settings,
  ipAddress,
}: {
  settings: { sessionSecret: string };
  ipAddress: string;
}): string {
  return createHmac('sha256', settings.sessionSecret)
    .update(`address ${networkOf(ipAddress)}`)
    .digest('base64url');
}

/**
 * Returns the /64 network of an IPv6 address, because its holder controls all of it. IPv4 addresses are returned
 * unchanged.
 */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = [...head.split(':'), ...(tail === undefined ? [] : ['0', '0', '0', '0'])];
  return `${groups
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')}::/64`;
}

/** Consumes points. Throws RATE_LIMITED with the seconds to wait once the limit is exceeded. */
export async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (result) {
    throw result instanceof RateLimiterRes ? rateLimitError(limiter, result) : result;
  }
}

/** Consumes one point. Returns the state of the limit, and the RATE_LIMITED error once it is exceeded. */
export async function consumeWithState(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ remaining: number; resetSeconds: number; error: GraphQLError | null }> {
  const state = await limiter.consume(key).catch((result: unknown) => {
    if (result instanceof RateLimiterRes) return result;
    throw result;
  });
  const isExceeded = state.consumedPoints > limiter.points;
  return {
    remaining: Math.max(0, limiter.points - state.consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    error: isExceeded ? rateLimitError(limiter, state) : null,
  };
}

/** Consumes one point and returns whether the limit is exceeded. */
export async function isExceeded(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return false;
  } catch (result) {
    if (result instanceof RateLimiterRes) return true;
    throw result;
  }
}

/** Throws RATE_LIMITED if the limit is already exceeded. Consumes nothing. */
export async function assertWithinLimit(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const state = await limiter.get(key);
  if (state !== null && state.consumedPoints >= limiter.points) throw rateLimitError(limiter, state);
}

const rateLimited = new Counter({
  name: 'dripline_rate_limited_total',
  help: 'Requests rejected by a rate limit, by limiter.',
  labelNames: ['limiter'],
  registers: [metrics],
});

function rateLimitError(limiter: RateLimiterAbstract, state: RateLimiterRes) {
  rateLimited.inc({ limiter: limiter.keyPrefix });
  return fail('RATE_LIMITED', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
