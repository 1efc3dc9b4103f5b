import type { ApolloServerPlugin } from '@apollo/server';
import { isTooDeep, tooDeepMessage } from '@dripline/runtime/http/json-depth';
import { type DocumentNode, type GraphQLError, visit } from 'graphql';
import type { Context } from './context';
import { fieldError } from './errors';

// eslint-disable-next-line no-control-regex -- these are the characters to reject
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// Form data may contain other control characters (word processors insert them), but Postgres text cannot hold NUL.
// eslint-disable-next-line no-control-regex -- these are the characters to reject
const nul = /\u0000/;

const CONTROL_CHARACTERS = 'Control characters are not allowed. Remove them and try again.';

/**
 * Rejects variables that are nested too deep, and variables and string literals that contain control characters, naming
 * the field, before any resolver runs.
 */
export const validateVariables: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ request: { variables = {} }, document }) => {
        const deep = Object.keys(variables).find((name) => isTooDeep(variables[name]));
        if (deep !== undefined) throw withStatus400(fieldError(deep, tooDeepMessage));
        const path = pathInVariables(variables, control) ?? fieldInDocument(document);
        if (path !== undefined) throw withStatus400(fieldError(path.replace(/^input\./, ''), CONTROL_CHARACTERS));
        return Promise.resolve();
      },
    }),
};

function withStatus400(error: GraphQLError): GraphQLError {
  // Apollo answers errors thrown at this stage with 500 unless a status is set.
  error.extensions['http'] = { status: 400 };
  return error;
}

function pathInVariables(value: unknown, pattern: RegExp): string | undefined {
  if (typeof value === 'string') return pattern.test(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    // Cleaned later, because a tagged link must not make a form impossible to submit.
    if (key === 'attribution') continue;
    const path = pattern.test(key) ? '' : pathInVariables(part, key === 'formData' ? nul : pattern);
    if (path !== undefined) return [key.replaceAll('\u0000', ''), path].filter(Boolean).join('.');
  }
  return undefined;
}

function fieldInDocument(document: DocumentNode): string | undefined {
  let path: string | undefined;
  visit(document, {
    StringValue: (node, _key, parent) => {
      const name = parent && 'name' in parent ? parent.name?.value : undefined;
      if (control.test(node.value)) path = name ?? 'query';
    },
  });
  return path;
}
