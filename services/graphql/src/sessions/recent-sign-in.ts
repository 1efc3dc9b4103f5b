import { type MiddlewareFn, UseMiddleware } from 'type-graphql';
import { asSystem } from '../access/scope';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { hashToken } from './sessions';

/** How old a sign-in may be for a sensitive action, in minutes. */
const RECENT_MINUTES = 15;
/** How old a sign-in may be for a further part of an export, so that a long one can finish, in minutes. */
export const RECENT_MINUTES_OF_EXPORT = 75;

const recentSignInMiddleware: MiddlewareFn<Context> = async ({ context }, next) => {
  await assertRecentSignIn(context);
  return next();
};

/** Requires that the caller signed in within the last 15 minutes, because the operation is sensitive. */
export const RecentSignIn = (): MethodDecorator => UseMiddleware(recentSignInMiddleware);

/**
 * Throws RECENT_SIGN_IN_REQUIRED if the caller's session started earlier. Callers without a session, such as holders of
 * a dashboard link, cannot sign in and are not asked to.
 */
export async function assertRecentSignIn(ctx: Context, minutes = RECENT_MINUTES): Promise<void> {
  if (ctx.actor.role !== 'admin' && ctx.actor.role !== 'client') return;
  const [session] = await asSystem(() =>
    ctx.dataSource.query<{ isRecent: boolean }[]>(
      `SELECT created_at > now() - make_interval(mins => $2) AS "isRecent" FROM sessions WHERE token_hash = $1`,
      [hashToken(ctx, ctx.sessionToken ?? ''), minutes],
    ),
  );
  if (!session?.isRecent) throw fail('RECENT_SIGN_IN_REQUIRED', 'Sign in again to continue.');
}
