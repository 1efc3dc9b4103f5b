import { InMemoryCache } from '@apollo/client';
import * as generated from '../shared/graphql/generated';
import { persistedOperations } from '@dripline/contract/persisted-operations';
import { type DocumentNode, print } from 'graphql';
import { operationId } from './apollo-client';

const documents = Object.entries(generated).filter(
  ([name]) => name.endsWith('Document') && !name.endsWith('FragmentDoc'),
) as [string, DocumentNode][];

it.each(documents)(
  'the id of %s is the one registered for the document that Apollo Client sends',
  (_name, document) => {
    const sent = new InMemoryCache().transformDocument(document);
    expect(persistedOperations[operationId(sent)]).toBe(print(sent));
  },
);
