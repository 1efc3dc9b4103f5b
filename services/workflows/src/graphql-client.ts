import { ContractError, request } from '@dripline/runtime/http/request';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { ApplicationFailure } from '@temporalio/common';

/** Sends an operation on the internal GraphQL schema as the worker. */
export type GraphqlClient = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

const retryableCodes = ['UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'RATE_LIMITED'];

/**
 * Creates a client that fails permanently on rejected requests and is retried on outages. Only the error's code and
 * message are kept in the workflow history, because its cause may contain request data.
 */
export function createGraphqlClient(url: string, workerToken: string): GraphqlClient {
  return async (document, variables) => {
    try {
      const { data } = await request(url, document, variables, {
        headers: { authorization: `Bearer ${workerToken}` },
      });
      return data;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      throw ApplicationFailure.create({
        message: error.message,
        type: error.code,
        nonRetryable: !retryableCodes.includes(error.code),
      });
    }
  };
}
