import type { ApolloServerPlugin } from '@apollo/server';
import { includesScope } from '@dripline/contract/api-keys';
import { requiredScopes } from '@dripline/runtime/api-keys';
import { Kind } from 'graphql';
import { apiKeyOf } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';

/**
 * Rejects an operation that the caller's API key does not cover. It checks the whole operation before it runs, so that a
 * change whose result may not be read is not made.
 */
export const checkScopes: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    async didResolveOperation({ schema, document, operation, contextValue }) {
      const key = apiKeyOf(contextValue.actor);
      if (!key) return;
      const definitions = document.definitions.filter(
        (node) => node === operation || node.kind === Kind.FRAGMENT_DEFINITION,
      );
      const scopes = requiredScopes(schema, { ...document, definitions });
      if (scopes === null) throw forbidden('API keys cannot do this.');
      const missing = scopes.filter((scope) => !includesScope(key.scopes, scope));
      if (missing.length > 0)
        throw forbidden(`The API key needs the scope${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.`);
    },
  }),
};

function forbidden(message: string) {
  const error = fail('FORBIDDEN', message);
  // Apollo answers errors thrown at this stage with 500 unless a status is set.
  error.extensions['http'] = { status: 403 };
  return error;
}
