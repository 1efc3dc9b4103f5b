import { ScreenTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { MessageScreen } from '../ui/layout/status-page';

/** The fallback screen of admin routes for everyone else. */
export function NeedsAdmin() {
  return (
    <>
      <ScreenTitle title="Admin sign-in needed" />
      <MessageScreen
        title="This page needs an admin sign-in"
        action={<LinkButton to={paths.adminLogin.href()}>Go to the admin sign-in</LinkButton>}
      >
        Sign in as an administrator to open it, then come back to this address.
      </MessageScreen>
    </>
  );
}
