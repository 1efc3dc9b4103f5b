import { readApiKey } from '@dripline/runtime/api-keys';
import { readViewHeaders } from '@dripline/runtime/landing/counts-as-view';
import { deviceCookieName, sessionCookieName } from '@dripline/runtime/http/session-cookie';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Actor } from '../access/access';
import { findKeyActor } from '../api-keys/find-key-actor';
import type { Dependencies, Context } from './context';
import { createLoaders } from './loaders';
import { asSystem, systemScope, type Scope, setScope, clientScope } from '../access/scope';
import { DEVICE_LIFETIME_SECONDS } from '../sessions/limits/known-devices';
import { findSessionActor, SESSION_LIFETIME_MS } from '../sessions/sessions';

/**
 * Creates the GraphQL context of a request and sets its row-level security scope.
 * @param service The service that sent a request on the internal port. Without it, the API key or the session is read.
 * @param isUse Whether the request counts as use of the session, which otherwise ends without use.
 */
export async function createContext(
  dependencies: Dependencies,
  req: Request,
  res: Response,
  { service, isUse = true }: { service?: Actor; isUse?: boolean } = {},
): Promise<Context> {
  const { publicUrl } = dependencies.settings;
  // With an API key, cookies are not read, so that other sites have nothing to misuse.
  const apiKey = readApiKey(req.headers.authorization);
  const isCrossSite = apiKey === null && isCrossSiteRequest(req, publicUrl);
  const cookies = isCrossSite || apiKey !== null ? {} : parseCookie(req.headers.cookie ?? '');
  const sessionToken = cookies[sessionCookieName(publicUrl)] ?? null;
  const actor = service ?? (await asSystem(() => readActor(dependencies, req, apiKey, sessionToken, isUse)));
  const scope = scopeOf(actor);
  setScope(scope);
  const sent: { session?: string; device?: string } = {};
  const setCookie = (name: keyof typeof sent, cookie: string) => {
    sent[name] = cookie;
    res.set(
      'Set-Cookie',
      [sent.session, sent.device].filter((value) => value !== undefined),
    );
  };
  return {
    ...dependencies,
    actor,
    scope,
    isCrossSite,
    sessionToken,
    ipAddress: req.ip ?? '',
    isMutation: false,
    viewHeaders: readViewHeaders((name) => req.get(name), req.method),
    auditedClientId: null,
    onDashboardOpened: null,
    loaders: createLoaders(dependencies.dataSource.manager, actor.role === 'admin'),
    deviceToken: cookies[deviceCookieName(publicUrl)] ?? null,
    setSessionCookie: (session) => setCookie('session', sessionCookie(session, publicUrl)),
    setDeviceCookie: (token) => setCookie('device', deviceCookie(token, publicUrl)),
  };
}

/** The rows that a caller may see before a dashboard id from the request is added. */
function scopeOf(actor: Actor): Scope {
  if (actor.role === 'client') {
    const scope = clientScope(actor.clientId);
    // Row-level security shows a client with login disabled only as a linked one.
    if (actor.apiKey) scope.linkedClientIds.add(actor.clientId);
    return scope;
  }
  return actor.role === 'visitor' ? clientScope(null) : systemScope();
}

function readActor(
  dependencies: Dependencies,
  req: Request,
  apiKey: string | null,
  sessionToken: string | null,
  isUse: boolean,
): Actor | Promise<Actor> {
  if (apiKey !== null) return findKeyActor(dependencies, req.ip ?? '', apiKey);
  return sessionToken === null ? { role: 'visitor' } : findSessionActor(dependencies, sessionToken, isUse);
}

/**
 * Whether the browser's fetch metadata names another site. Callers that are not browsers send none and are admitted.
 */
function isCrossSiteRequest(req: Request, publicUrl: string): boolean {
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
    // Clients follow links from messages to their dashboard and stay signed in. Administrators need no links from other
    // sites.
    sameSite: session?.whose === 'admin' ? 'strict' : 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    maxAge: session === null ? 0 : SESSION_LIFETIME_MS[session.whose] / 1000,
  });
}

/** Scripts and other sites cannot read it. It grants nothing by itself. */
function deviceCookie(token: string, publicUrl: string): string {
  return stringifySetCookie({
    name: deviceCookieName(publicUrl),
    value: token,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    maxAge: DEVICE_LIFETIME_SECONDS,
  });
}
