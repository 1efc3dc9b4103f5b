import { SubmitLeadDocument, type SubmitLeadMutation } from './generated';
import type { Landings } from '@dripline/runtime/landing/landing-cache';
import { ContractError, request } from '@dripline/runtime/request';
import type { Request } from 'express';
import type { LandingView } from '../../src/landing/landing-view';
import { forwardedHeaders } from '../forwarded-headers';
import type { Submission } from './read-submission';

const TIMEOUT_MS = 10_000;
/** What tells a visitor from a prefetch, a crawler or a preview. */
const TELLING_HEADERS = ['user-agent', 'sec-purpose', 'purpose'];

/** The campaign behind an address. The door decides, by the headers, whether this was a view. */
export async function visitLanding(landings: Landings | undefined, visitor: Request): Promise<LandingView> {
  if (!landings) throw notSet();
  return landings.visit({
    ...address(visitor),
    source: source(visitor),
    redirectsMoved: true,
    headers: visitorHeaders(visitor),
  });
}

/** Hands in what the visitor typed. */
export async function submitLead(
  graphqlUrl: string | undefined,
  visitor: Request,
  { formData, pageVersion, formToken, trapped, idempotencyKey }: Submission,
): Promise<SubmitLeadMutation['submitLead']> {
  const variables = {
    ...address(visitor),
    source: source(visitor),
    formData,
    pageVersion,
    formToken,
    trapped,
    idempotencyKey,
  };
  const { data } = await request(known(graphqlUrl), SubmitLeadDocument, variables, {
    headers: visitorHeaders(visitor),
    timeoutMs: TIMEOUT_MS,
  });
  return data.submitLead;
}

/** Where a visitor came from, as the address says. */
export function source({ query }: Request): string | undefined {
  return typeof query.source === 'string' && query.source ? query.source : undefined;
}

function address({ params }: Request) {
  return { client: String(params.client), slug: String(params.slug) };
}

function visitorHeaders(visitor: Request): Record<string, string> {
  const told = TELLING_HEADERS.flatMap((name) => (visitor.get(name) ? [[name, visitor.get(name)!]] : []));
  // A page shown in answer to a post is read the way HEAD reads it: the visitor was counted when the form came.
  const method = visitor.method === 'GET' ? 'GET' : 'HEAD';
  return { ...Object.fromEntries(told), ...forwardedHeaders(visitor), 'x-forwarded-method': method };
}

function known(graphqlUrl: string | undefined): string {
  if (!graphqlUrl) throw notSet();
  return graphqlUrl;
}

const notSet = () => new ContractError('UNAVAILABLE', 'GRAPHQL_URL is not set');
