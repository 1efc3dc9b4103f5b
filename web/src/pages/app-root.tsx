import { Outlet, ScrollRestoration } from 'react-router-dom';

/** Around every screen: a new one starts at its top, going back returns to where one was. */
export function AppRoot() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
