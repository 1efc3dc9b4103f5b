import { PageTitle } from '../shared/product/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { StatusPage } from '../ui/layout/status-page';
import { sharedMessages } from '../messages/shared';

/** Shown when a URL names a client that does not exist. */
export function ClientNotFound() {
  return (
    <>
      <PageTitle title={sharedMessages.clientNotFound} />
      <StatusPage
        title={sharedMessages.clientNotFound}
        action={<LinkButton to={paths.home.href()}>Go to the home page</LinkButton>}
      >
        Check the link, or ask your agency for a new one.
      </StatusPage>
    </>
  );
}
