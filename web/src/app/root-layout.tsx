import { Outlet, ScrollRestoration } from 'react-router';
import { SessionExpired } from '../features/sessions/session-expired';
import { UnsavedChangesGuard } from '../ui/form/unsaved-changes-guard';
import { OfflineBar } from './offline-bar';

/** Wraps every screen. A new screen starts at the top; going back restores the scroll position. */
export function RootLayout() {
  return (
    <>
      <OfflineBar />
      <Outlet />
      <UnsavedChangesGuard />
      <SessionExpired />
      <ScrollRestoration />
    </>
  );
}
