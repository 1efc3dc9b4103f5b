import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../../api/context';
import { hashToken } from '../sessions';

/** How long a browser stays known to an account after its last sign-in, in seconds (90 days). */
export const DEVICE_LIFETIME_SECONDS = 90 * 24 * 60 * 60;

/**
 * Returns the key under which an account's sign-ins are counted. Keyed hash, because users sometimes enter their password
 * as the username.
 * @param account `user:` or `client:` and the entered username.
 */
export function signInKey({ settings }: Context, account: string): string {
  return createHmac('sha256', settings.sessionSecret).update(account.toLowerCase()).digest('base64url');
}

/** Returns the key of the caller's browser for an account that it has signed in to, or null if it has not. */
export async function findKnownDevice(ctx: Context, key: string): Promise<string | null> {
  if (ctx.deviceToken === null) return null;
  const device = deviceKey(ctx, key, ctx.deviceToken);
  return (await ctx.rateLimiters.knownDevices.get(device)) === null ? null : device;
}

/** Makes the caller's browser known to an account after a sign-in, and renews its cookie. */
export async function rememberDevice(ctx: Context, account: string): Promise<void> {
  const token = /^[\w-]{43}$/.test(ctx.deviceToken ?? '') ? ctx.deviceToken! : randomBytes(32).toString('base64url');
  const device = deviceKey(ctx, signInKey(ctx, account), token);
  if (ctx.settings.rateLimits) await ctx.rateLimiters.knownDevices.set(device, 1, DEVICE_LIFETIME_SECONDS);
  ctx.setDeviceCookie(token);
}

const deviceKey = (ctx: Context, key: string, token: string) => `${key}:${hashToken(ctx, token)}`;
