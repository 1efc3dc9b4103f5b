import type { ApolloServerPlugin } from '@apollo/server';
import { metrics } from '@dripline/runtime/http/health-server';
import { nameRequestSpan } from '@dripline/runtime/tracing';
import type { OperationDefinitionNode } from 'graphql';
import { Histogram } from 'prom-client';

const duration = new Histogram({
  name: 'graphql_operation_duration_seconds',
  help: 'Duration of GraphQL operations, by root field and outcome (ok, or the code of the first error).',
  labelNames: ['operation', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/**
 * Measures every operation, labelled by its root field: callers choose operation names, which would make the label
 * unbounded.
 */
export const instrumentOperations: ApolloServerPlugin = {
  async requestDidStart() {
    const end = duration.startTimer();
    return {
      async willSendResponse({ operation, response }) {
        nameRequestSpan(`graphql ${operation ? fieldOf(operation) : 'none'}`);
        const errors = response.body.kind === 'single' ? response.body.singleResult.errors : undefined;
        end({
          operation: operation ? fieldOf(operation) : 'none',
          outcome: String(errors?.[0] ? (errors[0].extensions?.['code'] ?? 'unknown') : 'ok'),
        });
      },
    };
  },
};

function fieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [first, ...more] = selections;
  return first?.kind === 'Field' && more.length === 0 ? first.name.value : 'several';
}
