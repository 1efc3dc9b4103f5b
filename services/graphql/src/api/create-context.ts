import { DEFAULT_SESSION_ROLES, SESSION_HEADER, type SessionRole, sessionRoles } from '@dripline/contract/sessions';
import { readApiKey } from '@dripline/runtime/api-keys';
import { readViewHeaders } from '@dripline/runtime/landing/counts-as-view';
import { deviceCookieName, formerCookieName, sessionCookieName } from '@dripline/runtime/http/session-cookie';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Actor } from '../access/access';
import { findKeyActor } from '../api-keys/find-key-actor';
import type { Dependencies, Context, SessionTokens } from './context';
import { fail } from './errors';
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
  const readCookie = (name: string) => cookies[name] ?? cookies[formerCookieName(name)] ?? null;
  const sessionTokens = {
    admin: readCookie(sessionCookieName('admin', publicUrl)),
    client: readCookie(sessionCookieName('client', publicUrl)),
  };
  const actor = service ?? (await asSystem(() => readActor(dependencies, req, apiKey, sessionTokens, isUse)));
  const scope = scopeOf(actor);
  setScope(scope);
  const sent: { admin?: string; client?: string; device?: string } = {};
  const setCookie = (name: keyof typeof sent, cookie: string) => {
    sent[name] = cookie;
    res.set(
      'Set-Cookie',
      [sent.admin, sent.client, sent.device].filter((value) => value !== undefined),
    );
  };
  return {
    ...dependencies,
    actor,
    scope,
    isCrossSite,
    sessionTokens,
    sessionToken: actor.role === 'admin' || actor.role === 'client' ? sessionTokens[actor.role] : null,
    hostname: req.hostname,
    ipAddress: req.ip ?? '',
    isMutation: false,
    viewHeaders: readViewHeaders((name) => req.get(name), req.method),
    globalPrivacyControl: req.get('sec-gpc') === '1',
    auditedClientId: null,
    onDashboardOpened: null,
    loaders: createLoaders(dependencies.dataSource.manager, actor.role === 'admin'),
    deviceToken: readCookie(deviceCookieName(publicUrl)),
    setSessionCookie: (role, token) => setCookie(role, sessionCookie(role, token, publicUrl)),
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
  tokens: SessionTokens,
  isUse: boolean,
): Actor | Promise<Actor> {
  if (apiKey !== null) return findKeyActor(dependencies, req.ip ?? '', apiKey);
  const roles = readSessionRoles(req);
  return roles.some((role) => tokens[role] !== null)
    ? findSessionActor(dependencies, tokens, roles, isUse)
    : { role: 'visitor' };
}

/** Returns the roles whose sessions the request may act with, in the order in which they are tried. */
function readSessionRoles(req: Request): readonly SessionRole[] {
  const header = req.get(SESSION_HEADER);
  if (header === undefined) return DEFAULT_SESSION_ROLES;
  const roles = header.split(',').map((role) => role.trim());
  if (!roles.every((role): role is SessionRole => (sessionRoles as readonly string[]).includes(role)))
    throw fail('BAD_USER_INPUT', `${SESSION_HEADER} must be admin, client, or both in the order of preference.`);
  return roles;
}

/**
 * Whether the browser's fetch metadata names another site. Callers that are not browsers send none and are admitted.
 */
function isCrossSiteRequest(req: Request, publicUrl: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = req.get('origin');
  // Each client may have a domain of its own. Without fetch metadata, other sites cannot choose the host of a request.
  return origin !== undefined && origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== req.host;
}

function sessionCookie(role: SessionRole, token: string | null, publicUrl: string): string {
  return stringifySetCookie({
    name: sessionCookieName(role, publicUrl),
    value: token ?? '',
    httpOnly: true,
    // Clients follow links from messages to their dashboard and stay signed in. Administrators need no links from other
    // sites.
    sameSite: role === 'admin' ? 'strict' : 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    maxAge: token === null ? 0 : SESSION_LIFETIME_MS[role] / 1000,
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
