import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { RECENT_ACTIVITY_LEADS } from '@dripline/contract/limits';
import type { LoaderFunctionArgs, ShouldRevalidateFunction } from 'react-router';
import { firstAttentionPage } from '../features/agency/first-attention-page';
import {
  AdminStatsDocument,
  BusiestClientsDocument,
  ClientsNeedingAttentionDocument,
  DashboardAccessDocument,
  DashboardDocument,
  DashboardHomeDocument,
  ViewerDocument,
} from '../shared/graphql/generated';

/** What a route's loader returns: a promise that is fulfilled as soon as the cache contains the screen's data. */
export interface Preloaded {
  ready: Promise<unknown>;
}

/** Requests the data of a screen. */
export type Loader = (args: LoaderFunctionArgs) => Preloaded;

/** A loader runs again only for another client, because the screens keep their data current. */
export const onlyForAnotherClient: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams['clientId'] !== nextParams['clientId'];

/** Waits for all requests, also where some fail. */
export const together = (...queries: Promise<unknown>[]): Preloaded => ({ ready: Promise.allSettled(queries) });

/**
 * Returns the loaders of a role’s routes. They request the data of a screen while its code loads, in few queries. The screen's
 * components find their data in the cache, and load again what could not be loaded.
 */
export function createLoaders(apollo: ApolloClient) {
  // A screen that the viewer may not see says so itself.
  const context = { isPreload: true };
  const load = <Data, Variables extends OperationVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<unknown> => apollo.query({ query, variables, context } as never);
  const isCached = <Data, Variables extends OperationVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => apollo.cache.readQuery({ query, variables } as never) !== null;
  /** Shows what is cached, and loads it again meanwhile. */
  const refresh = <Data, Variables extends OperationVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<unknown> => {
    const wasCached = isCached(query, variables);
    const request = apollo.query({ query, variables, context, fetchPolicy: 'network-only' } as never);
    request.catch(() => undefined);
    return wasCached ? Promise.resolve() : request;
  };
  const dashboard = ({ params, request }: LoaderFunctionArgs) => {
    const clientId = params['clientId'] ?? '';
    const tab = new URL(request.url).searchParams.get('tab') ?? 'dashboard';
    const home = { clientId, recent: RECENT_ACTIVITY_LEADS };
    return tab === 'dashboard' && !isCached(DashboardHomeDocument, home)
      ? load(DashboardHomeDocument, home)
      : refresh(DashboardDocument, { clientId, withLeadJobs: tab === 'leads' });
  };
  return {
    viewer: () => load(ViewerDocument, {}),
    console: ({ request }: LoaderFunctionArgs) => {
      const { searchParams } = new URL(request.url);
      const tab = searchParams.get('tab') ?? 'overview';
      const isFirstPage = tab === 'overview' && !searchParams.has('reason') && !searchParams.has('page');
      return together(
        load(ViewerDocument, {}),
        isFirstPage ? load(ClientsNeedingAttentionDocument, firstAttentionPage) : load(AdminStatsDocument, {}),
        ...(tab === 'overview' ? [load(BusiestClientsDocument, {})] : []),
      );
    },
    clientDashboard: (args: LoaderFunctionArgs) =>
      together(refresh(DashboardAccessDocument, { clientId: args.params['clientId'] ?? '' }), dashboard(args)),
    adminClient: (args: LoaderFunctionArgs) => together(dashboard(args)),
  };
}
