import { useQuery } from '@apollo/client/react';
import type { SessionRole } from '@dripline/contract/sessions';
import { lazy, type ReactNode, Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SessionExpired } from '../features/sessions/session-expired';
import { errorCodeOf } from '../shared/api-error';
import { DashboardAccessDocument } from '../shared/graphql/generated';
import { ProductProvider } from '../shared/product/product';
import { retry } from '../shared/retry';
import { clientIdIn, returnPathIn } from '../shared/return-path';
import { ActAs } from '../shared/session-role';
import { OfflineBar } from './offline-bar';
import { PageLoadError } from './page-load-error';
import { PageLoading } from './page-loading';

// On demand, because the sign-in screens have nothing to lose.
const UnsavedChangesGuard = lazy(async () => ({
  default: (await import('../ui/form/unsaved-changes-guard')).UnsavedChangesGuard,
}));

/** Wraps the screens of a role, which act with its session. */
export function RoleLayout({ session }: { session: SessionRole }) {
  return (
    <ActAs session={session}>
      {session === 'client' ? (
        <ClientProduct>
          <Outlet />
        </ClientProduct>
      ) : (
        // On a client's domain, screens that were reached without loading the page have its look, too.
        <ProductProvider>
          <Outlet />
        </ProductProvider>
      )}
      <SessionExpired />
    </ActAs>
  );
}

/** Wraps every screen. A new screen starts at the top; going back restores the scroll position. */
export function RootLayout() {
  return (
    <>
      <OfflineBar />
      <Outlet />
      <Suspense>
        <UnsavedChangesGuard />
      </Suspense>
      <ScrollRestoration />
    </>
  );
}

/** Shows a client's screens, and the sign-in that leads to them, as the product that the client sees. */
function ClientProduct({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const clientId = clientIdIn(pathname) ?? clientIdIn(returnPathIn(search, location.origin) ?? '');
  const { data, loading, error, refetch } = useQuery(DashboardAccessDocument, {
    variables: { clientId: clientId ?? '' },
    fetchPolicy: 'cache-first',
    skip: clientId === null,
  });
  const access = data?.dashboardAccess;
  if (loading && !access) return <PageLoading />;
  // Without the access it is not known whether the client may see the product's name.
  if (error && !access && !['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCodeOf(error) ?? ''))
    return <PageLoadError what="this dashboard" onRetry={() => retry(refetch())} />;
  return <ProductProvider product={access}>{children}</ProductProvider>;
}
