import { SubmitLeadDocument, type SubmitLeadMutation } from './generated';
import { type Attribution, readAttribution, writeAttribution } from '@dripline/runtime/landing/attribution';
import { cleanSource } from '@dripline/runtime/landing/traffic-source';
import type { LandingCache, LandingCampaign } from '@dripline/runtime/landing/landing-cache';
import { placementSource } from '@dripline/contract/rules/placement-source';
import { ContractError, request } from '@dripline/runtime/http/request';
import type { IncomingMessage } from 'node:http';
import { forwardedHeaders } from '../forwarded-headers';
import type { Submission } from './read-submission';

const TIMEOUT_MS = 10_000;
/**
 * The headers that distinguish a visitor from a prefetch, a crawler or a link preview, and the one of Global Privacy
 * Control.
 */
const VISIT_HEADERS = ['user-agent', 'sec-purpose', 'purpose', 'sec-gpc'];

/** A request for a landing page. */
export interface Visitor {
  request: IncomingMessage;
  client: string;
  slug: string;
  /** The query with its question mark, or an empty string. */
  query: string;
  /** The `source` query parameter, or else `utm_source`, as sent. If `source` is repeated, there is no source. */
  source: string | undefined;
}

/** A visitor who scanned the QR code of a placement. */
export interface Scan {
  request: IncomingMessage;
  code: string;
  /** The query of the landing page with its question mark: that of the short URL, and the source. */
  query: string;
}

/** Reads the short URL in the QR code of a placement, `/q/{code}`. Returns undefined for any other URL. */
export function readScan(request: IncomingMessage): Scan | undefined {
  const [, path, query = ''] = /^\/q\/([^/?]+)\/?(\?.*)?$/is.exec(request.url ?? '') ?? [];
  const code = path?.toLowerCase();
  if (code === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  parameters.set('source', placementSource(code));
  return { request, code, query: `?${parameters.toString()}` };
}

/** Reads a URL of the form `{prefix}{client}/{slug}`. Returns undefined for any other. */
export function readVisitor(prefix: string, request: IncomingMessage): Visitor | undefined {
  const { url = '' } = request;
  if (url.slice(0, prefix.length).toLowerCase() !== prefix) return undefined;
  const [, client, slug, query = ''] = /^([^/?]+)\/([^/?]+)\/?(\?.*)?$/s.exec(url.slice(prefix.length)) ?? [];
  if (client === undefined || slug === undefined) return undefined;
  try {
    const visited = { client: decodeURIComponent(client), slug: decodeURIComponent(slug) };
    return { request, ...visited, query, source: sourceIn(query) };
  } catch {
    return undefined;
  }
}

function sourceIn(query: string): string | undefined {
  if (!query) return undefined;
  const parameters = new URLSearchParams(query);
  const sources = parameters.getAll('source');
  if (sources.length > 1) return undefined;
  return sources[0] || parameters.get('utm_source') || undefined;
}

/**
 * Returns where a visitor came from. The page's own URLs keep it as query parameters. The browser's referrer is that of
 * the first of them.
 */
function attributionOf({ request: { headers, method }, query }: Visitor): Attribution {
  const parameters = new URLSearchParams(query);
  const { referer } = headers;
  const isFirstPage = method !== 'POST' && !parameters.has('referrer') && referer && !isOwnUrl(referer, headers);
  if (isFirstPage) parameters.set('referrer', referer);
  return readAttribution(parameters);
}

/** Returns the query, without its question mark, that keeps a visitor's source and attribution on the page's URLs. */
export function keptQuery(visitor: Visitor): string {
  const source = cleanSource(visitor.source);
  const kept = new URLSearchParams(source === null ? {} : { source });
  writeAttribution(kept, attributionOf(visitor));
  return kept.toString();
}

/** Loads the campaign of a landing page. The request's headers decide whether it counts as a view. */
export function loadLanding(
  landings: LandingCache | undefined,
  { request, client, slug, source }: Visitor,
): Promise<LandingCampaign> {
  if (!landings) return Promise.reject(notConfigured());
  return landings.get({ client, slug, source, headers: visitorHeaders(request) });
}

/**
 * Loads the campaign for the page of a visitor: the current one under a previous slug, and this visitor's variant of
 * its A/B test.
 *
 * @param shown the version of the page that the visitor submitted, and the handle of the only client whose pages exist
 */
export function loadPage(
  landings: LandingCache | undefined,
  { request, client, slug, source }: Visitor,
  shown: { pageVersion?: string | undefined; onlyClient?: string | undefined },
): Promise<LandingCampaign> {
  if (!landings) return Promise.reject(notConfigured());
  const headers = visitorHeaders(request);
  return landings.get({
    client,
    slug,
    source,
    followsRedirects: true,
    visitor: identify(headers),
    ...shown,
    headers,
  });
}

/** Loads the campaign that the code of a placement opens. The scan is counted at its landing page. */
export function loadScanned(landings: LandingCache | undefined, { request, code }: Scan): Promise<LandingCampaign> {
  if (!landings) return Promise.reject(notConfigured());
  return landings.get({ client: null, slug: code, headers: visitorHeaders(request) });
}

/** Submits the visitor's answers as a lead. */
export async function submitLead(
  graphqlUrl: string | undefined,
  visitor: Visitor,
  { adConsent, formData, pageVersion, formToken, honeypotFilled, idempotencyKey }: Submission,
): Promise<SubmitLeadMutation['submitLead']> {
  if (!graphqlUrl) throw notConfigured();
  const { request: message, client, slug } = visitor;
  const origin = { source: cleanSource(visitor.source), attribution: attributionOf(visitor) };
  const page = { client, slug, ...origin, adConsent };
  const variables = { ...page, formData, pageVersion, formToken, honeypotFilled, idempotencyKey };
  const { data } = await request(graphqlUrl, SubmitLeadDocument, variables, {
    headers: visitorHeaders(message),
    timeoutMs: TIMEOUT_MS,
  });
  return data.submitLead;
}

/** Returns what tells visitors apart: their address as their proxies sent it, and their browser. */
function identify(headers: Record<string, string>): string {
  return `${headers['x-forwarded-for']?.split(',', 1)[0]} ${headers['user-agent']}`;
}

function visitorHeaders(message: IncomingMessage): Record<string, string> {
  // A page rendered in response to a POST is loaded as HEAD, because the visitor was already counted when the form was
  // loaded.
  const headers = { ...forwardedHeaders(message), 'x-forwarded-method': message.method === 'GET' ? 'GET' : 'HEAD' };
  for (const name of VISIT_HEADERS) {
    const value = message.headers[name];
    if (typeof value === 'string') Object.assign(headers, { [name]: value });
  }
  return headers;
}

const notConfigured = () => new ContractError('UNAVAILABLE', 'GRAPHQL_URL is not set');

/** Returns whether a URL is one of the host that the browser requested. */
const isOwnUrl = (url: string, headers: IncomingMessage['headers']) =>
  URL.parse(url)?.host === ([headers['x-forwarded-host']].flat()[0] ?? headers.host);
