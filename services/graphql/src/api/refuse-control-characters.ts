import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, type GraphQLError, visit } from 'graphql';
import type { Context } from './context';
import { badField } from './errors';

// eslint-disable-next-line no-control-regex -- that is what it is about
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// A visitor's own words are not lost for what a word processor put between them; but Postgres keeps no NUL.
// eslint-disable-next-line no-control-regex -- the same
const nul = /\u0000/;

/** A text with control characters is refused by its name, before anything is asked. */
export const refuseControlCharacters: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ request: { variables = {} }, document }) => {
        const place = placeOf(variables, control) ?? placeIn(document);
        if (place !== undefined) throw refusal(place.replace(/^input\./, ''));
        return Promise.resolve();
      },
    }),
};

function refusal(place: string): GraphQLError {
  const error = badField(place, 'A text may not hold control characters');
  // What is thrown this early Apollo takes for a fault of ours (500) unless told otherwise.
  error.extensions['http'] = { status: 400 };
  return error;
}

function placeOf(value: unknown, refused: RegExp): string | undefined {
  if (typeof value === 'string') return refused.test(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const place = refused.test(key) ? '' : placeOf(part, key === 'formData' ? nul : refused);
    if (place !== undefined) return [key.replaceAll('\u0000', ''), place].filter(Boolean).join('.');
  }
  return undefined;
}

function placeIn(document: DocumentNode): string | undefined {
  let place: string | undefined;
  visit(document, {
    StringValue: (node, _key, parent) => {
      const name = parent && 'name' in parent ? parent.name?.value : undefined;
      if (control.test(node.value)) place = name ?? 'query';
    },
  });
  return place;
}
