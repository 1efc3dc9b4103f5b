/** @jest-environment jsdom */
import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ClientDaysDocument, ClientStatsDocument } from '../graphql/generated';
import { applyChange, checkFigures } from './apply-change';

const clientId = 'client-1';
const stats = {
  __typename: 'ClientStats',
  totalCampaigns: 1,
  activeCampaigns: 1,
  totalLeads: 2,
  conversions: 0,
  heldLeads: 0,
  spamLeads: 0,
  totalSMSMessages: 0,
};

it('a change of the figures loads the shown days again and forgets all other ranges, but not the totals', async () => {
  jest.useFakeTimers();
  const loaded: unknown[] = [];
  const link = new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        if (operationName === 'ClientDays') loaded.push(variables['days']);
        const trend = { __typename: 'ClientStats', byDay: [] };
        observer.next({ data: { client: { __typename: 'Client', id: clientId, stats, trend } } });
        observer.complete();
      }),
  );
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link });
  const query = (days: number, until?: string) => ({
    query: ClientDaysDocument,
    variables: { clientId, days, ...(until && { until }) },
  });
  const totals = { query: ClientStatsDocument, variables: { clientId } };
  const shown = [apollo.watchQuery(query(30)), apollo.watchQuery(totals)].map((watched) => watched.subscribe(() => {}));
  await apollo.query(query(7));
  await apollo.query(query(30, '2026-10-31'));
  await jest.advanceTimersByTimeAsync(10);
  loaded.length = 0;

  applyChange(apollo, clientId, { __typename: 'ClientChange', kind: 'stats_updated' } as never);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(loaded).toEqual([30]);
  expect(apollo.cache.readQuery(query(7))).toBeNull();
  expect(apollo.cache.readQuery(query(30, '2026-10-31'))).toBeNull();
  expect(apollo.cache.readQuery(query(30))).not.toBeNull();
  expect(apollo.cache.readQuery(totals)?.client.stats.totalLeads).toBe(2);
  shown.forEach((subscription) => subscription.unsubscribe());
  jest.useRealTimers();
});

it('keeps a change of the figures that came while they were being checked', async () => {
  const client = (totalLeads: number) => ({ __typename: 'Client', id: clientId, stats: { ...stats, totalLeads } });
  const totals = { query: ClientStatsDocument, variables: { clientId } };
  let answer = () => {};
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        answer = () => {
          observer.next({ data: { client: client(2) } });
          observer.complete();
        };
      }),
  );
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link });
  apollo.cache.writeQuery({ ...totals, data: { client: client(2) } } as never);

  const checked = checkFigures(apollo, clientId);
  applyChange(apollo, clientId, { __typename: 'ClientChange', kind: 'stats_updated', client: client(3) } as never);
  answer();
  await checked;
  expect(apollo.cache.readQuery(totals)?.client.stats.totalLeads).toBe(3);
});
