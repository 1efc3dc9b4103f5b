/** @jest-environment jsdom */
import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ClientDaysDocument, ClientStatsDocument, LeadDocument, type LeadQuery } from '../graphql/generated';
import { applyChanges, checkFigures } from './apply-change';

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

  applyChanges(apollo, clientId, [{ __typename: 'ClientChange', kind: 'stats_updated' } as never]);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(loaded).toEqual([30]);
  expect(apollo.cache.readQuery(query(7))).toBeNull();
  expect(apollo.cache.readQuery(query(30, '2026-10-31'))).toBeNull();
  expect(apollo.cache.readQuery(query(30))).not.toBeNull();
  expect(apollo.cache.readQuery(totals)?.client.stats.totalLeads).toBe(2);
  shown.forEach((subscription) => subscription.unsubscribe());
  jest.useRealTimers();
});

it('writes many changes at once, and keeps only the leads that a screen shows', () => {
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  const lead = (id: string, fullName: string) => ({ __typename: 'Lead', id, fullName });
  const shown = { query: LeadDocument, variables: { id: 'lead-1' } };
  apollo.cache.writeQuery({ ...shown, data: { lead: lead('lead-1', 'Ann') } as never });
  const seen: unknown[] = [];
  const callback = ({ result }: { result?: LeadQuery | object | null }) =>
    void seen.push(result && 'lead' in result && result.lead?.fullName);
  apollo.cache.watch({ ...shown, optimistic: true, returnPartialData: true, callback });
  const change = (number: number) =>
    ({
      ...{ __typename: 'ClientChange', kind: 'lead_updated', cursor: `${number}` },
      lead: lead(`lead-${1 + (number % 100)}`, `Name ${number}`),
    }) as never;

  applyChanges(
    apollo,
    clientId,
    Array.from({ length: 300 }, (_, number) => change(number)),
  );
  expect(seen).toEqual(['Name 200']);
  const kept = Object.keys(apollo.cache.extract() as object).filter((id) => id.startsWith('Lead:'));
  // And the one that changed last.
  expect(kept).toEqual(['Lead:lead-1', 'Lead:lead-100']);
});

/** Opens the figures of two leads, and checks them. Returns the operations that were sent, and answers the check. */
function check() {
  const client = (totalLeads: number) => ({ __typename: 'Client', id: clientId, stats: { ...stats, totalLeads } });
  const totals = { query: ClientStatsDocument, variables: { clientId } };
  const sent: string[] = [];
  let send = (_totalLeads: number) => {};
  const link = new ApolloLink(
    ({ operationName = '' }) =>
      new Observable((observer) => {
        sent.push(operationName);
        send = (totalLeads) => {
          // The server may send the fields in any order.
          const reversed = Object.fromEntries(Object.entries(client(totalLeads).stats).reverse());
          observer.next({ data: { client: { ...client(totalLeads), stats: reversed } } });
          observer.complete();
        };
      }),
  );
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link });
  apollo.cache.writeQuery({ ...totals, data: { client: client(2) } } as never);
  const shown = apollo.watchQuery(totals).subscribe(() => {});
  const checked = checkFigures(apollo, clientId);
  return {
    sent,
    change: (totalLeads: number) =>
      applyChanges(apollo, clientId, [
        { __typename: 'ClientChange', kind: 'stats_updated', client: client(totalLeads) } as never,
      ]),
    answer: async (totalLeads: number) => {
      send(totalLeads);
      await checked;
      shown.unsubscribe();
      return apollo.cache.readQuery(totals)?.client.stats.totalLeads;
    },
  };
}

it('keeps a change of the figures that came while they were being checked', async () => {
  const { change, answer } = check();
  change(3);
  expect(await answer(2)).toBe(3);
});

it('loads everything again only if the figures are not those that are shown', async () => {
  const same = check();
  expect(await same.answer(2)).toBe(2);
  expect(same.sent).toEqual(['ClientStats']);
  const other = check();
  expect(await other.answer(3)).toBe(3);
  expect(other.sent).toEqual(['ClientStats', 'ClientStats']);
});
