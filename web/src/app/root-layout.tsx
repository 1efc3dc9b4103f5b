import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SignInAgain } from '../features/sessions/session-expired';
import { OfflineBar } from './offline-bar';

/** Around every screen: a new one starts at its top, going back returns to where one was. */
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
