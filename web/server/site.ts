import type { ClientDomain, ClientDomains } from '@dripline/runtime/landing/client-domains';
import type { RequestHandler, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { forwardedHeaders } from './forwarded-headers';

/** Finds the client whose domain a browser requested: null for none, and undefined if that is not known. */
export function findClientDomain(
  domains: ClientDomains | undefined,
  request: IncomingMessage,
): Promise<ClientDomain | null | undefined> {
  const host = forwardedHeaders(request)['x-forwarded-host'] ?? '';
  return domains?.find(host.replace(/:\d*$/, '')) ?? Promise.resolve(null);
}

/** `/` and the other URLs of administrators' screens. */
const ADMIN_SCREENS = /^\/(admin(\/.*)?|dev\/.*|client\/(?!login\/?$|dashboard\/.).+)?$/i;

/** Finds the client of each request's domain. Its domain has no screens of administrators. */
export function clientSite(domains: ClientDomains | undefined): RequestHandler {
  return async (request, response, next) => {
    const client = await findClientDomain(domains, request);
    response.locals['clientDomain'] = client;
    if (client && ADMIN_SCREENS.test(decode(request.path))) response.redirect('/client/login');
    else next();
  };
}

/** The app decodes paths, too. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the client that `clientSite` found. */
export const clientDomainOf = ({ locals }: Response): ClientDomain | null | undefined =>
  locals['clientDomain'] as ClientDomain | null | undefined;
