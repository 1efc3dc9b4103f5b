import type { SessionRole } from '@dripline/contract/sessions';
import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { SessionExpired } from '../features/sessions/session-expired';
import { ActAs } from '../shared/session-role';
import { OfflineBar } from './offline-bar';

// On demand, because the sign-in screens have nothing to lose.
const UnsavedChangesGuard = lazy(async () => ({
  default: (await import('../ui/form/unsaved-changes-guard')).UnsavedChangesGuard,
}));

/** Wraps the screens of a role, which act with its session. */
export function RoleLayout({ session }: { session: SessionRole }) {
  return (
    <ActAs session={session}>
      <Outlet />
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
