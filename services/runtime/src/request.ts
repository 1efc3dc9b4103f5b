import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, print } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { request as send } from 'undici';
import { type ErrorCode, isErrorCode } from '@dripline/contract/error-codes';
import { requestIdHeader } from './request-ids';
import { traceCarrier } from './tracing';

/** A refusal of the GraphQL server, or UNAVAILABLE where it could not be asked. */
export class ContractError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** For BAD_USER_INPUT: why each named field was refused. */
    readonly fields?: Record<string, string>,
    /** For RATE_LIMITED and UNAVAILABLE: seconds to wait. */
    readonly retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ContractError';
  }
}

const printed = new WeakMap<object, string>();

/** An operation as it is sent. */
export function textOf(document: DocumentNode): string {
  const known = printed.get(document);
  if (known !== undefined) return known;
  const query = print(document);
  printed.set(document, query);
  return query;
}

/** What one operation answered. */
export interface Reply<Data> {
  data: Data;
  headers: Headers;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Milliseconds until the call is given up as UNAVAILABLE. */
  timeoutMs?: number;
}

/** Sends one operation to the GraphQL server. Throws ContractError, whatever went wrong. */
export async function request<Data, Variables extends Record<string, unknown>>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { headers = {}, timeoutMs = 15_000 }: RequestOptions = {},
): Promise<Reply<Data>> {
  const query = textOf(document);
  try {
    const reply = await clientOf(url, timeoutMs).rawRequest<Data>(query, variables, {
      ...requestIdHeader(),
      ...traceCarrier(),
      ...headers,
    });
    return { data: reply.data, headers: reply.headers as Headers };
  } catch (error) {
    throw toContractError(error);
  }
}

const clients = new Map<string, GraphQLClient>();

function clientOf(url: string, timeoutMs: number): GraphQLClient {
  const key = `${timeoutMs} ${url}`;
  const known = clients.get(key);
  if (known) return known;
  // With the name left out the operation is not parsed anew for each call.
  const client = new GraphQLClient(url, { fetch: pooledFetch(timeoutMs), excludeOperationName: true });
  clients.set(key, client);
  return client;
}

/** fetch over undici's pooled connections, with no more of a Response than is read here: its streams and copies cost half of each call between services. */
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
      [value ?? []].flat().map((each): [string, string] => [name, each]),
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
    return new ContractError('UNAVAILABLE', 'The service is not reachable right now. Please try again.', undefined, 2, {
      cause: error,
    });
  const { code, fields, retryAfter } = first.extensions ?? {};
  return new ContractError(
    isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR',
    first.message,
    isRecordOfStrings(fields) ? fields : undefined,
    typeof retryAfter === 'number' ? retryAfter : undefined,
  );
}

function isRecordOfStrings(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string')
  );
}
