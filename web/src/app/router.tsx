import { createBrowserRouter } from 'react-router-dom';
import { RootLayout } from './root-layout';
import { PageError } from '../pages/page-error';
import { PageLoading } from './page-loading';
import { paths } from '../shared/paths';

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
