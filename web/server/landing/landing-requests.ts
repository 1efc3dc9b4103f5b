import { SubmitLeadDocument, type SubmitLeadMutation } from './generated';
import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { ContractError, request } from '@dripline/runtime/http/request';
import type { Request } from 'express';
import type { LandingView } from '../../src/landing/landing-view';
import { forwardedHeaders } from '../forwarded-headers';
import type { Submission } from './read-submission';

const TIMEOUT_MS = 10_000;
/** The headers that distinguish a visitor from a prefetch, a crawler or a link preview. */
const VISIT_HEADERS = ['user-agent', 'sec-purpose', 'purpose'];

/** Loads the campaign of a landing page URL. The request's headers decide whether it counts as a view. */
export async function loadLanding(landings: LandingCache | undefined, visitor: Request): Promise<LandingView> {
  if (!landings) throw notConfigured();
  return landings.get({
    ...campaignParams(visitor),
    source: sourceOf(visitor),
    followsRedirects: true,
    headers: visitorHeaders(visitor),
  });
}

/** Submits the visitor's answers as a lead. */
export async function submitLead(
  graphqlUrl: string | undefined,
  visitor: Request,
  { formData, pageVersion, formToken, honeypotFilled, idempotencyKey }: Submission,
): Promise<SubmitLeadMutation['submitLead']> {
  const variables = {
    ...campaignParams(visitor),
    source: sourceOf(visitor),
    formData,
    pageVersion,
    formToken,
    honeypotFilled,
    idempotencyKey,
  };
  const { data } = await request(requireUrl(graphqlUrl), SubmitLeadDocument, variables, {
    headers: visitorHeaders(visitor),
    timeoutMs: TIMEOUT_MS,
  });
  return data.submitLead;
}

/** Returns the `source` query parameter of the visitor's URL. */
export function sourceOf({ query }: Request): string | undefined {
  return typeof query.source === 'string' && query.source ? query.source : undefined;
}

function campaignParams({ params }: Request) {
  return { client: String(params.client), slug: String(params.slug) };
}

function visitorHeaders(visitor: Request): Record<string, string> {
  const visitHeaders = VISIT_HEADERS.flatMap((name) => (visitor.get(name) ? [[name, visitor.get(name)!]] : []));
  // A page rendered in response to a POST is loaded as HEAD, because the visitor was already counted when the form was
  // loaded.
  const method = visitor.method === 'GET' ? 'GET' : 'HEAD';
  return { ...Object.fromEntries(visitHeaders), ...forwardedHeaders(visitor), 'x-forwarded-method': method };
}

function requireUrl(graphqlUrl: string | undefined): string {
  if (!graphqlUrl) throw notConfigured();
  return graphqlUrl;
}

const notConfigured = () => new ContractError('UNAVAILABLE', 'GRAPHQL_URL is not set');
