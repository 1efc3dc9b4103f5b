import { ApolloClient, ApolloLink, InMemoryCache, type Observable } from '@apollo/client';
import { of, throwError } from 'rxjs';
import { AppConfigDocument } from '../shared/graphql/generated';
import { createPreloadFailures } from './preload-failures';

const appConfig = { __typename: 'AppConfig', smsProvider: 'log', messagesDelayed: false };
const errors = [{ message: 'Away', extensions: { code: 'UNAVAILABLE' } }];

/** Creates a client whose first request gets `first`, and functions that load and screen use. */
function open(first: () => Observable<ApolloLink.Result>) {
  let requests = 0;
  const server = new ApolloLink(() => {
    requests += 1;
    return requests === 1 ? first() : of({ data: { appConfig } });
  });
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([createPreloadFailures(), server]),
  });
  const query = (isPreload: boolean) =>
    client.query({ query: AppConfigDocument, context: { isPreload } }).then(
      ({ data }) => data?.appConfig.smsProvider,
      ({ message }: Error) => message,
    );
  return { preload: () => query(true), ask: () => query(false), requestCount: () => requests };
}

describe('the failure of a loader', () => {
  it.each([
    ['a network error', () => throwError(() => new Error('Away'))],
    ['an error of the server', () => of({ data: null, errors })],
  ])('is the failure of the screen, which sends no other request: %s', async (_name, first) => {
    const { preload, ask, requestCount } = open(first);
    expect(await preload()).toBe('Away');
    expect([await ask(), requestCount()]).toEqual(['Away', 1]);
    // Trying again does.
    expect([await ask(), requestCount()]).toEqual(['log', 2]);
  });

  it('is forgotten when the loader succeeds, or after ten seconds', async () => {
    const failing = () => of({ data: null, errors });
    const again = open(failing);
    await again.preload();
    expect([await again.preload(), await again.ask()]).toEqual(['log', 'log']);
    const later = open(failing);
    await later.preload();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    expect(await later.ask()).toBe('log');
    jest.restoreAllMocks();
  });
});
