import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SignInAgain } from '../features/sessions/sign-in-again';
import { OfflineBar } from '../ui/offline-bar';

/** Wraps every screen. A new screen starts at the top; going back restores the scroll position. */
export function AppRoot() {
  return (
    <>
      <OfflineBar />
      <Outlet />
      <SignInAgain />
      <ScrollRestoration />
    </>
  );
}
