import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { checkScopes } from '../api-keys/check-scopes';
import type { Context } from './context';
import { itemLimit } from './item-limit';
import { validateVariables } from './validate-variables';

/** The plugins that reject operations before they run. */
export const operationChecks: ApolloServerPlugin<Context>[] = [checkScopes, validateVariables, itemLimit];

interface Checked {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  ctx: Context;
}

/** Runs the checks on a subscription, which Apollo does not serve. Throws the first error. */
export async function checkOperation({ variables, ctx, ...operation }: Checked): Promise<void> {
  for (const plugin of operationChecks) {
    const listener = await plugin.requestDidStart!({} as never);
    const request = { ...operation, request: { variables }, contextValue: ctx };
    await (listener as { didResolveOperation(request: unknown): Promise<void> }).didResolveOperation(request);
  }
}
