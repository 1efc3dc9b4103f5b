import type { ApolloClient } from '@apollo/client';
import { Button } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { createLoaders, type Loader, onlyForAnotherClient } from './preload';
import { RootLayout } from './root-layout';
import { PageLoading } from './page-loading';
import { paths } from '../shared/paths';
import { WhenReady } from './when-ready';
import { StatusPage } from '../ui/layout/status-page';

/** Creates the route table (product spec, section 2). Paths are case-insensitive, and static segments win over parameters. */
export function createRouter(apollo: ApolloClient) {
  const loaders = createLoaders(apollo);
  return createBrowserRouter([
    {
      Component: RootLayout,
      errorElement: <PageError />,
      hydrateFallbackElement: <PageLoading />,
      children: [
        screen(paths.home, async () => (await import('../pages/home')).HomePage, loaders.home),
        screen(paths.adminLogin, async () => (await import('../pages/admin-login')).AdminLoginPage),
        screen(paths.adminJoin, async () => (await import('../pages/admin-join')).AdminJoinPage),
        screen(paths.team, async () => (await import('../pages/team')).TeamPage),
        screen(paths.admin, async () => (await import('../pages/admin-console')).AdminConsolePage, loaders.console),
        screen(paths.clientLogin, async () => (await import('../pages/client-login')).ClientLoginPage),
        screen(
          paths.clientDashboard,
          async () => (await import('../pages/client-dashboard')).ClientDashboardPage,
          loaders.clientDashboard,
        ),
        screen(
          paths.adminClient,
          async () => (await import('../pages/admin-client')).AdminClientPage,
          loaders.adminClient,
        ),
        screen(
          paths.campaignBuilder,
          async () => (await import('../pages/campaign-builder-route')).CampaignBuilderRoute,
        ),
        screen(paths.designSystem, async () => (await import('../pages/design-system/design-system')).DesignSystemPage),
        screen({ path: '*' }, async () => (await import('../pages/not-found')).NotFoundPage),
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
      const Page = await load();
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
