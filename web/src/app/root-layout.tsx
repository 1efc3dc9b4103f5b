import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { SessionExpired } from '../features/sessions/session-expired';
import { OfflineBar } from './offline-bar';

// On demand, because the sign-in screens have nothing to lose.
const UnsavedChangesGuard = lazy(async () => ({
  default: (await import('../ui/form/unsaved-changes-guard')).UnsavedChangesGuard,
}));

/** Wraps every screen. A new screen starts at the top; going back restores the scroll position. */
export function RootLayout() {
  return (
    <>
      <OfflineBar />
      <Outlet />
      <Suspense>
        <UnsavedChangesGuard />
      </Suspense>
      <SessionExpired />
      <ScrollRestoration />
    </>
  );
}
