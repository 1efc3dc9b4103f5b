import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, visit } from 'graphql';
import type { Context } from './context';
import { badField } from './failure';

const NUL = '\u0000';

/** Postgres keeps no NUL in a text. One that holds it is refused by its name, before anything is asked. */
export const refuseNul: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ request: { variables = {} }, document }) => {
        const place = placeOf(variables) ?? placeIn(document);
        if (place !== undefined) throw badField(place.replace(/^input\./, ''), 'A text may not hold a NUL character');
        return Promise.resolve();
      },
    }),
};

function placeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes(NUL) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const place = key.includes(NUL) ? '' : placeOf(part);
    if (place !== undefined) return [key.replaceAll(NUL, ''), place].filter(Boolean).join('.');
  }
  return undefined;
}

function placeIn(document: DocumentNode): string | undefined {
  let place: string | undefined;
  visit(document, {
    StringValue: (node, _key, parent) => {
      const name = parent && 'name' in parent ? parent.name?.value : undefined;
      if (node.value.includes(NUL)) place = name ?? 'query';
    },
  });
  return place;
}
