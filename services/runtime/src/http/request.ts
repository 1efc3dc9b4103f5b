import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, print } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { request as send } from 'undici';
import { type ErrorCode, isErrorCode } from '@dripline/contract/error-codes';
import { requestIdHeader } from './request-ids';
import { traceCarrier } from '../tracing';

/** What an error says besides its code and message. */
interface ErrorDetails {
  /** For BAD_USER_INPUT: why each named field was rejected. */
  fields?: Record<string, string>;
  /** For RATE_LIMITED and UNAVAILABLE: seconds to wait. */
  retryAfter?: number;
  /** For SECOND_FACTOR_REQUIRED: the token with which the sign-in continues. */
  challenge?: string;
  /** For CONFLICT with an expected version: the object as it is now. */
  current?: Record<string, unknown>;
}

/** An error that the GraphQL server returned, or UNAVAILABLE if it could not be reached. */
export class ContractError extends Error implements ErrorDetails {
  declare readonly fields?: ErrorDetails['fields'];
  declare readonly retryAfter?: number;
  declare readonly challenge?: string;
  declare readonly current?: ErrorDetails['current'];

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ContractError';
    Object.assign(this, details);
  }
}

const printed = new WeakMap<object, string>();

/** Returns the text of an operation, as it is sent. */
export function printOperation(document: DocumentNode): string {
  const cached = printed.get(document);
  if (cached !== undefined) return cached;
  const query = print(document);
  printed.set(document, query);
  return query;
}

/** The response to an operation. */
export interface GraphqlResponse<Data> {
  data: Data;
  headers: Headers;
}

/** Options of `request`. */
export interface RequestOptions {
  headers?: Record<string, string>;
  /** Milliseconds after which the call fails with UNAVAILABLE. */
  timeoutMs?: number;
  /** Receives the headers of the response, also of an error. */
  onHeaders?: (headers: Headers) => void;
}

/** Sends an operation to the GraphQL server. Every failure is thrown as a ContractError. */
export async function request<Data, Variables extends Record<string, unknown>>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { headers = {}, timeoutMs = 15_000, onHeaders }: RequestOptions = {},
): Promise<GraphqlResponse<Data>> {
  const query = printOperation(document);
  try {
    const reply = await clientOf(url, timeoutMs).rawRequest<Data>(query, variables, {
      ...requestIdHeader(),
      ...traceCarrier(),
      ...headers,
    });
    onHeaders?.(reply.headers as Headers);
    return { data: reply.data, headers: reply.headers as Headers };
  } catch (error) {
    if (error instanceof ClientError) onHeaders?.(error.response.headers as Headers);
    throw toContractError(error);
  }
}

const clients = new Map<string, GraphQLClient>();

function clientOf(url: string, timeoutMs: number): GraphQLClient {
  const key = `${timeoutMs} ${url}`;
  const cached = clients.get(key);
  if (cached) return cached;
  // Without the operation name the client does not parse the document on each call.
  const client = new GraphQLClient(url, { fetch: pooledFetch(timeoutMs), excludeOperationName: true });
  clients.set(key, client);
  return client;
}

/**
 * A minimal `fetch` over undici's connection pool. The streams and copies of a full Response would take half the time
 * of a call.
 */
function pooledFetch(timeoutMs: number) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { statusCode, headers, body } = await send(input as URL, {
      method: init.method as 'POST',
      headers: Object.fromEntries(init.headers as Headers),
      body: init.body as string,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const pairs = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((item): [string, string] => [name, item]),
    );
    return {
      status: statusCode,
      ok: statusCode >= 200 && statusCode < 300,
      headers: new Headers(pairs),
      text: () => body.text(),
    } as Response;
  };
}

function toContractError(error: unknown): ContractError {
  const first = error instanceof ClientError ? error.response.errors?.[0] : undefined;
  if (!first)
    return new ContractError(
      'UNAVAILABLE',
      'The service is not reachable right now. Please try again.',
      { retryAfter: 2 },
      { cause: error },
    );
  const { code, fields, retryAfter, challenge, current } = first.extensions ?? {};
  return new ContractError(isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR', first.message, {
    ...(isRecordOfStrings(fields) ? { fields } : {}),
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
    ...(typeof challenge === 'string' ? { challenge } : {}),
    ...(typeof current === 'object' && current !== null ? { current: current as Record<string, unknown> } : {}),
  });
}

function isRecordOfStrings(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string')
  );
}
