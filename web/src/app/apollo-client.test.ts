import { ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import * as generated from '../shared/graphql/generated';
import { eventually } from '@dripline/runtime/testing/eventually';
import { persistedOperations } from '@dripline/contract/persisted-operations';
import { sdl } from '@dripline/contract/schema';
import {
  buildSchema,
  type DocumentNode,
  getNamedType,
  isObjectType,
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { createApolloClient, operationId } from './apollo-client';

const schema = buildSchema(sdl);
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

// Apollo Client does not send it. The type of its data is that of a landing page.
const cached = documents.filter(([name]) => name !== 'RecordLandingViewDocument');
it.each(cached)(
  '%s selects the id of every object that has one, so that Apollo Client caches it',
  (_name, document) => {
    const types = new TypeInfo(schema);
    const withoutId: string[] = [];
    visit(
      document,
      visitWithTypeInfo(types, {
        SelectionSet({ selections }) {
          const type = getNamedType(types.getType());
          const selectsId = selections.some(
            // Fragments are checked where they are defined.
            (selection) =>
              selection.kind === Kind.FRAGMENT_SPREAD ||
              (selection.kind === Kind.FIELD && selection.name.value === 'id'),
          );
          if (isObjectType(type) && type.getFields()['id'] && !selectsId) withoutId.push(type.name);
        },
      }),
    );
    expect(withoutId).toEqual([]);
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
