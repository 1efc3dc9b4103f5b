import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, print } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { type ErrorCode, isErrorCode } from './error-codes';

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

function text(document: DocumentNode): string {
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
  const query = text(document);
  try {
    const client = new GraphQLClient(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const reply = await client.rawRequest<Data>(query, variables);
    return { data: reply.data, headers: new Headers(reply.headers) };
  } catch (error) {
    throw toContractError(error);
  }
}

function toContractError(error: unknown): ContractError {
  const first = error instanceof ClientError ? error.response.errors?.[0] : undefined;
  if (!first) return new ContractError('UNAVAILABLE', 'The service is not reachable right now. Please try again.', undefined, 2, { cause: error });
  const { code, fields, retryAfter } = first.extensions ?? {};
  return new ContractError(
    isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR',
    first.message,
    isRecordOfStrings(fields) ? fields : undefined,
    typeof retryAfter === 'number' ? retryAfter : undefined,
  );
}

function isRecordOfStrings(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string');
}
