import type { ApolloClient } from '@apollo/client';
import {
  CampaignScansDocument,
  CampaignsWithStatsDocument,
  ClientChangesDocument,
  ClientDaysDocument,
  ClientSourcesDocument,
  ClientStatsDocument,
} from '../graphql/generated';
import type { ClientChange } from './follow-changes';
import { reloadQuery } from './reload-query';

interface Field {
  fieldName: string;
}

/** The charts and the campaigns’ figures load again at most this often. */
const MIN_INTERVAL_MS = 5_000;

const figures: readonly unknown[] = [
  ClientDaysDocument,
  ClientSourcesDocument,
  CampaignsWithStatsDocument,
  CampaignScansDocument,
];
const figureFields: readonly Field[] = [{ fieldName: 'campaigns' }, { fieldName: 'stats' }];
const leadLists: readonly Field[] = [{ fieldName: 'leads' }, { fieldName: 'spamLeads' }];

/** Writes changes to the cache, and forgets what they make outdated and no screen shows. */
export function applyChanges(apollo: ApolloClient, clientId: string, changes: readonly ClientChange[]): void {
  const { cache } = apollo;
  const query = cache.transformDocument(ClientChangesDocument);
  const kinds = new Set(changes.map(({ kind }) => kind));
  cache.batch({
    update: () => {
      for (const clientUpdated of changes)
        cache.write({ query, dataId: 'ROOT_SUBSCRIPTION', variables: { clientId }, result: { clientUpdated } });
      if (kinds.has('lead_created') || kinds.has('lead_updated')) forgetClosed(apollo, clientId, leadLists);
    },
  });
  // Most leads of a change of many are on no screen.
  cache.gc();
  if (kinds.has('stats_updated')) updateFigures(apollo, clientId);
}

/** Compares figures. The server sends them in another order than the cache returns them in. */
const haveSameValues = (one: object = {}, other: object = {}) =>
  Object.keys({ ...one, ...other }).every((key) => Reflect.get(one, key) === Reflect.get(other, key));

/** Loads the figures, and everything else if they are not those that the screen was opened with. */
export async function checkFigures(apollo: ApolloClient, clientId: string): Promise<void> {
  const query = { query: ClientStatsDocument, variables: { clientId } };
  const read = () => apollo.cache.readQuery(query)?.client.stats;
  const shown = read();
  try {
    // A request that is in flight already may have been answered before changes were reported.
    const context = { queryDeduplication: false };
    const { data } = await apollo.query({ ...query, context, fetchPolicy: 'no-cache' });
    // A change that came meanwhile is newer than the answer.
    if (haveSameValues(shown, read())) apollo.cache.writeQuery({ ...query, data });
    if (shown && !haveSameValues(shown, data?.client.stats)) loadAgain(apollo, clientId);
  } catch {
    // The next change brings them.
  }
}

/** Loads again what is on the screen, and forgets everything else about the client. */
export function loadAgain(apollo: ApolloClient, clientId: string): void {
  forgetClosed(apollo, clientId, [undefined]);
  void apollo.refetchQueries({ include: 'active' });
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function updateFigures(apollo: ApolloClient, clientId: string): void {
  apollo.cache.evict({ id: 'ROOT_QUERY', fieldName: 'adminStats' });
  const update = () => {
    timers.delete(clientId);
    forgetClosed(apollo, clientId, figureFields);
    for (const query of apollo.getObservableQueries('active'))
      if (figures.includes(query.options.query)) void reloadQuery(query);
  };
  timers.set(clientId, timers.get(clientId) ?? setTimeout(update, MIN_INTERVAL_MS));
}

/** Removes fields of the client, or all of them, from the cache, except what open screens show. */
function forgetClosed(apollo: ApolloClient, clientId: string, fields: readonly (Field | undefined)[]): void {
  const { cache } = apollo;
  const open = [...apollo.getObservableQueries('active')].flatMap(({ options: { query, variables = {} } }) => {
    const data = cache.readQuery<object>({ query, variables });
    return data ? [{ query, variables, data }] : [];
  });
  const id = `Client:${clientId}`;
  cache.batch({
    update: () => {
      for (const field of fields) cache.evict({ id, ...field });
      for (const shown of open) cache.writeQuery(shown);
    },
  });
}
