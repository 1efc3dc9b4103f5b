import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { clearSession } from './stored-session';
import { paths } from '../../shared/paths';
import { signInToReturn } from '../../shared/return-path';

/** Leads to the client login and back, and forgets the stored session. */
export function RedirectToLogin() {
  const here = useLocation();
  useEffect(clearSession, []);
  return <Navigate to={signInToReturn(paths.clientLogin.href(), here)} replace />;
}
