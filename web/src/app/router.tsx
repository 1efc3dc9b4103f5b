import { Button } from '@chakra-ui/react';
import { type ComponentType, memo } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { createLoaders, type Loader, onlyForAnotherClient, together } from './preload';
import { RoleLayout, RootLayout } from './root-layout';
import { PageLoading } from './page-loading';
import { paths } from '../shared/paths';
import type { ApolloClients } from '../shared/session-role';
import { WhenReady } from './when-ready';
import { StatusPage } from '../ui/layout/status-page';

const builderRoutes = () => import('../pages/campaign-builder-route');

/**
 * Creates the route table (product spec, section 2). Paths are case-insensitive, and static segments win over parameters.
 * The route decides which session its screen acts with, if an administrator and a client are signed in in one browser.
 */
export function createRouter(clients: ApolloClients) {
  const [admin, client] = [createLoaders(clients.admin), createLoaders(clients.client)];
  return createBrowserRouter([
    {
      Component: RootLayout,
      errorElement: <PageError />,
      hydrateFallbackElement: <PageLoading />,
      children: [
        {
          element: <RoleLayout session="admin" />,
          children: [
            screen(
              paths.home,
              async () => (await import('../pages/home')).HomePage,
              // Visitors see the client login, which leads a signed-in client to its dashboard.
              () => together(admin.viewer(), client.viewer()),
            ),
            screen(paths.adminLogin, async () => (await import('../pages/admin-login')).AdminLoginPage),
            screen(paths.adminJoin, async () => (await import('../pages/admin-join')).AdminJoinPage),
            screen(paths.team, async () => (await import('../pages/team')).TeamPage),
            screen(paths.admin, async () => (await import('../pages/admin-console')).AdminConsolePage, admin.console),
            screen(
              paths.adminClient,
              async () => (await import('../pages/admin-client')).AdminClientPage,
              admin.adminClient,
            ),
            screen(paths.campaignBuilder.admin, async () => (await builderRoutes()).AdminBuilderRoute),
            screen(
              paths.designSystem,
              async () => (await import('../pages/design-system/design-system')).DesignSystemPage,
            ),
          ],
        },
        {
          element: <RoleLayout session="client" />,
          children: [
            screen(paths.clientLogin, async () => (await import('../pages/client-login')).ClientLoginPage),
            screen(
              paths.clientDashboard,
              async () => (await import('../pages/client-dashboard')).ClientDashboardPage,
              client.clientDashboard,
            ),
            screen(paths.campaignBuilder.client, async () => (await builderRoutes()).ClientBuilderRoute),
            screen({ path: '*' }, async () => (await import('../pages/not-found')).NotFoundPage),
          ],
        },
      ],
    },
  ]);
}

/** A route whose code loads when it opens. Its loader requests the screen’s data meanwhile. */
function screen({ path }: { path: string }, load: () => Promise<ComponentType>, loader?: Loader): RouteObject {
  return {
    path,
    ...(loader && { loader, shouldRevalidate: onlyForAnotherClient }),
    lazy: async () => {
      // The router renders its screen with each change of the address, such as an opened dialog.
      const Page = memo(await load());
      if (!loader) return { Component: Page };
      const ReadyPage = () => (
        <WhenReady>
          <Page />
        </WhenReady>
      );
      return { Component: ReadyPage };
    },
  };
}

/** The error boundary's screen: rendering failed, or the screen's code could not be loaded. */
function PageError() {
  return (
    <StatusPage title="Something went wrong" action={<Button onClick={() => location.reload()}>Reload page</Button>}>
      This page could not be displayed. Your data is safe. Reloading usually helps.
    </StatusPage>
  );
}
