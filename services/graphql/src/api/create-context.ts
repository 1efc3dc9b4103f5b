import { visitHeaders } from '@dripline/runtime/landing/counts-as-view';
import { sessionCookieName } from '@dripline/runtime/session-cookie';
import { parseCookie, stringifySetCookie } from 'cookie';
import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Actor } from '../access/access';
import type { Collaborators, Context } from './context';
import { createLoaders } from './loaders';
import { asAgency, everything, type Scope, setScope, tenant } from '../access/scope';
import { actorOfSession, SESSION_LIFETIME_MS } from '../sessions/sessions';

/** What one request carries to every resolver. */
export async function createContext(at: Collaborators, req: Request, res: Response): Promise<Context> {
  const isForeign = cameFromElsewhere(req, at.settings.publicUrl);
  const sessionToken = isForeign
    ? null
    : (parseCookie(req.headers.cookie ?? '')[sessionCookieName(at.settings.publicUrl)] ?? null);
  const actor = await asAgency(() => readActor(at, req, sessionToken));
  const scope = scopeOf(actor);
  setScope(scope);
  return {
    ...at,
    actor,
    scope,
    isForeign,
    sessionToken,
    address: req.ip ?? '',
    visit: visitHeaders((name) => req.get(name), req.method),
    about: null,
    whenOpened: null,
    loaders: createLoaders(at.dataSource.manager),
    setSessionCookie: (session) => void res.set('Set-Cookie', sessionCookie(session, at.settings.publicUrl)),
  };
}

/** What somebody sees before it names a dashboard. */
function scopeOf(actor: Actor): Scope {
  if (actor.role === 'admin' || actor.role === 'service') return everything();
  return tenant(actor.role === 'client' ? actor.clientId : null);
}

async function readActor(at: Collaborators, req: Request, sessionToken: string | null): Promise<Actor> {
  const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (bearer !== undefined && isEqual(bearer, at.settings.serviceToken)) return { role: 'service' };
  return sessionToken === null ? { role: 'visitor' } : actorOfSession(at, sessionToken);
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a browser says of a request's origin; a caller that is no browser says nothing and passes. */
function cameFromElsewhere(req: Request, publicUrl: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = req.get('origin');
  return origin !== undefined && origin !== new URL(publicUrl).origin;
}

function sessionCookie(session: Parameters<Context['setSessionCookie']>[0], publicUrl: string): string {
  return stringifySetCookie({
    name: sessionCookieName(publicUrl),
    value: session?.token ?? '',
    httpOnly: true,
    // A client may come by a link in a message; nobody has a reason to send an administrator here signed in.
    sameSite: session?.whose === 'admin' ? 'strict' : 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    maxAge: session === null ? 0 : SESSION_LIFETIME_MS[session.whose] / 1000,
  });
}
