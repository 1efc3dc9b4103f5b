import { ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import * as generated from '../shared/graphql/generated';
import { eventually } from '@dripline/runtime/testing/eventually';
import { persistedOperations } from '@dripline/contract/persisted-operations';
import { type DocumentNode, print } from 'graphql';
import { createApolloClient, operationId } from './apollo-client';

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

it('appends the pages of a client’s list, each node once, and a first page replaces the list', async () => {
  const client = createApolloClient(() => undefined);
  const ids = ['c', 'b', 'a'];
  const toFile = (id: string) => ({
    __typename: 'File',
    id,
    clientId: 'client',
    originalName: id,
    fileSize: 1,
    mimeType: '',
    objectPath: '',
    createdAt: '',
    version: 1,
  });
  client.setLink(
    new ApolloLink(({ variables }) => {
      const start = ids.indexOf(String(variables['after'])) + 1;
      const pageInfo = { __typename: 'PageInfo', hasNextPage: start + 1 < ids.length, endCursor: ids[start]! };
      const files = { __typename: 'FileConnection', nodes: ids.slice(start, start + 1).map(toFile), pageInfo };
      return new Observable((observer) => {
        observer.next({ data: { client: { __typename: 'Client', id: 'client', files } } });
        observer.complete();
      });
    }),
  );
  const query = client.watchQuery({ query: generated.FilesDocument, variables: { clientId: 'client' } });
  let shown: string[] = [];
  query.subscribe(({ data }) => void (shown = (data?.client?.files?.nodes ?? []).map((node) => String(node?.id))));
  await query.refetch();
  expect(shown).toEqual(['c']);
  for (const after of ['c', 'c', 'b']) await query.fetchMore({ variables: { after } });
  await eventually(() => expect(shown).toEqual(['c', 'b', 'a']));
  ids.unshift('d');
  await query.refetch();
  await eventually(() => expect(shown).toEqual(['d']));
});
