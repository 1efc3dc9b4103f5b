/** Every screen's address: `path` for the router, `href` for links. */
export const paths = {
  home: { path: '/', href: () => '/' },
  adminLogin: { path: '/admin/login', href: () => '/admin/login' },
  team: { path: '/admin/team', href: () => '/admin/team' },
  adminJoin: { path: '/admin/join', href: () => '/admin/join' },
  admin: { path: '/admin', href: () => '/admin' },
  clientLogin: { path: '/client/login', href: () => '/client/login' },
  clientDashboard: { path: '/client/dashboard/:clientId', href: (clientId: string) => `/client/dashboard/${clientId}` },
  adminClient: { path: '/client/:clientId', href: (clientId: string) => `/client/${clientId}` },
  campaignBuilder: {
    path: '/client/:clientId/campaign/:campaignId',
    href: (clientId: string, campaignId: string) => `/client/${clientId}/campaign/${campaignId}`,
  },
  designSystem: { path: '/dev/ui', href: () => '/dev/ui' },
} as const;

/** Where someone whose session ended on this screen signs in again; the sign-in itself, where an earlier answer has led there already. */
export function signInFor(pathname: string, wasClient: boolean): string {
  const at = pathname.toLowerCase();
  return wasClient || at === paths.clientLogin.href() || at.startsWith('/client/dashboard/')
    ? paths.clientLogin.href()
    : paths.adminLogin.href();
}
