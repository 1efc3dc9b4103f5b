import { PageTitle } from '../shared/product/page-title';
import { useLocation } from 'react-router';
import { paths } from '../shared/paths';
import { signInToReturn } from '../shared/return-path';
import { LinkButton } from '../ui/button/link-button';
import { StatusPage } from '../ui/layout/status-page';

/** The fallback screen that admin routes show to everyone else. */
export function AdminRequired() {
  return (
    <>
      <PageTitle title="Admin sign-in required" />
      <StatusPage
        title="Admin sign-in required"
        action={
          <LinkButton to={signInToReturn(paths.adminLogin.href(), useLocation())}>Go to admin sign-in</LinkButton>
        }
      >
        Sign in as an administrator, then return to this address.
      </StatusPage>
    </>
  );
}
