import { ContractError, request } from '@dripline/contract/request';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { ApplicationFailure } from '@temporalio/common';

/** Sends an operation to the GraphQL server as the worker. */
export type AskDomain = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

const passing = ['UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'RATE_LIMITED'];

/** A refusal fails for good; an outage is thrown as it is, and retried. */
export function askDomain(url: string, serviceToken: string): AskDomain {
  return async (document, variables) => {
    try {
      const { data } = await request(url, document, variables, { headers: { authorization: `Bearer ${serviceToken}` } });
      return data;
    } catch (error) {
      if (!(error instanceof ContractError) || passing.includes(error.code)) throw error;
      throw ApplicationFailure.nonRetryable(error.message, error.code);
    }
  };
}
