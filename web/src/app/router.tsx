import { Button } from '@chakra-ui/react';
import { createBrowserRouter } from 'react-router';
import { RootLayout } from './root-layout';
import { PageLoading } from './page-loading';
import { paths } from '../shared/paths';
import { StatusPage } from '../ui/layout/status-page';

/** The route table (product spec, section 2). Paths are case-insensitive, and static segments win over parameters. */
export const router = createBrowserRouter([
  {
    Component: RootLayout,
    errorElement: <PageError />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      { path: paths.home.path, lazy: async () => ({ Component: (await import('../pages/home')).HomePage }) },
      {
        path: paths.adminLogin.path,
        lazy: async () => ({ Component: (await import('../pages/admin-login')).AdminLoginPage }),
      },
      {
        path: paths.adminJoin.path,
        lazy: async () => ({ Component: (await import('../pages/admin-join')).AdminJoinPage }),
      },
      { path: paths.team.path, lazy: async () => ({ Component: (await import('../pages/team')).TeamPage }) },
      {
        path: paths.admin.path,
        lazy: async () => ({ Component: (await import('../pages/admin-console')).AdminConsolePage }),
      },
      {
        path: paths.clientLogin.path,
        lazy: async () => ({ Component: (await import('../pages/client-login')).ClientLoginPage }),
      },
      {
        path: paths.clientDashboard.path,
        lazy: async () => ({ Component: (await import('../pages/client-dashboard')).ClientDashboardPage }),
      },
      {
        path: paths.adminClient.path,
        lazy: async () => ({ Component: (await import('../pages/admin-client')).AdminClientPage }),
      },
      {
        path: paths.campaignBuilder.path,
        lazy: async () => ({ Component: (await import('../pages/campaign-builder-route')).CampaignBuilderRoute }),
      },
      {
        path: paths.designSystem.path,
        lazy: async () => ({ Component: (await import('../pages/design-system/design-system')).DesignSystemPage }),
      },
      { path: '*', lazy: async () => ({ Component: (await import('../pages/not-found')).NotFoundPage }) },
    ],
  },
]);

/** The error boundary's screen: rendering failed, or the screen's code could not be loaded. */
function PageError() {
  return (
    <StatusPage title="Something went wrong" action={<Button onClick={() => location.reload()}>Reload page</Button>}>
      This page could not be displayed. Your data is safe. Reloading usually helps.
    </StatusPage>
  );
}
