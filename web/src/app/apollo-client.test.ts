import { ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import * as generated from '../shared/graphql/generated';
import { eventually } from '@dripline/runtime/testing/eventually';
import { persistedOperations } from '@dripline/contract/persisted-operations';
import { type DocumentNode, print } from 'graphql';
import { errorCodeOf, errorMessageOf } from '../shared/api-error';
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
  const client = createApolloClient('client', () => undefined);
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

it.each(['admin', 'client'] as const)('sends each operation with the session of the role %s', async (role) => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({
      data: { appConfig: { __typename: 'AppConfig', smsProvider: 'log', messagesDelayed: false } },
    }),
  );
  await createApolloClient(role, () => undefined).query({ query: generated.AppConfigDocument });
  expect(fetched.mock.calls[0]![1]!.headers).toMatchObject({ 'session-role': role });
  fetched.mockRestore();
});

describe('a failed GraphQL request', () => {
  afterEach(() => jest.restoreAllMocks());

  async function errorOf(body: string, init: ResponseInit): Promise<Error> {
    const headers = { 'content-type': 'application/graphql-response+json' };
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { headers, ...init }));
    const client = createApolloClient('client', () => undefined);
    return client.query({ query: generated.AppConfigDocument }).then(
      () => new Error('no error'),
      (error: Error) => error,
    );
  }
  const errors = JSON.stringify({ errors: [{ message: 'Not here.', extensions: { code: 'NOT_FOUND' } }], data: null });

  it('has the status and the body, or the status text, as its message', async () => {
    expect((await errorOf('upstream is away', { status: 502 })).message).toBe('502: upstream is away');
    expect((await errorOf('', { status: 502, statusText: 'Bad Gateway' })).message).toBe('502: Bad Gateway');
    expect((await errorOf(errors, { status: 404 })).message).toBe(`404: ${errors}`);
  });

  it('keeps the code and the message for users of a non-success response', async () => {
    const error = await errorOf(errors, { status: 404 });
    expect([errorCodeOf(error), errorMessageOf(error)]).toEqual(['NOT_FOUND', 'Not here.']);
    expect(errorMessageOf(await errorOf('{"message":"No route"}', { status: 503 }))).toBeUndefined();
  });

  it('keeps GraphQL’s own message in a 200 response', async () => {
    const error = await errorOf(errors, { status: 200 });
    expect([error.message, errorCodeOf(error)]).toEqual(['Not here.', 'NOT_FOUND']);
  });
});
