import type { SessionRole } from '@dripline/contract/sessions';

/** Every screen's URL: `path` is the router's pattern, `href` builds a link. */
export const paths = {
  home: { path: '/', href: () => '/' },
  adminLogin: { path: '/admin/login', href: () => '/admin/login' },
  team: { path: '/admin/team', href: () => '/admin/team' },
  security: { path: '/admin/team', href: () => '/admin/team?tab=security' },
  adminJoin: { path: '/admin/join', href: () => '/admin/join' },
  admin: { path: '/admin', href: () => '/admin' },
  limits: { path: '/admin', href: () => '/admin?tab=billing' },
  clients: { path: '/admin', href: () => '/admin?tab=clients' },
  clientLogin: { path: '/client/login', href: () => '/client/login' },
  clientDashboard: { path: '/client/dashboard/:clientId', href: (clientId: string) => `/client/dashboard/${clientId}` },
  adminClient: { path: '/client/:clientId', href: (clientId: string) => `/client/${clientId}` },
  campaignBuilder: {
    admin: {
      path: '/client/:clientId/campaign/:campaignId',
      href: (clientId: string, campaignId: string) => `/client/${clientId}/campaign/${campaignId}`,
    },
    client: {
      path: '/client/dashboard/:clientId/campaign/:campaignId',
      href: (clientId: string, campaignId: string) => `/client/dashboard/${clientId}/campaign/${campaignId}`,
    },
  },
  designSystem: { path: '/dev/ui', href: () => '/dev/ui' },
} as const;

/** Returns the path of a role's sign-in screen. */
export const signInPathOf = (role: SessionRole): string =>
  role === 'admin' ? paths.adminLogin.href() : paths.clientLogin.href();
