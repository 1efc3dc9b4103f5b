import { PageTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { StatusPage } from '../ui/layout/status-page';

/** The fallback screen that admin routes show to everyone else. */
export function AdminRequired() {
  return (
    <>
      <PageTitle title="Admin sign-in required" />
      <StatusPage
        title="Admin sign-in required"
        action={<LinkButton to={paths.adminLogin.href()}>Go to admin sign-in</LinkButton>}
      >
        Sign in as an administrator, then return to this address.
      </StatusPage>
    </>
  );
}
