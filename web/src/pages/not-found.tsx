import { useLocation } from 'react-router';
import { PageTitle } from '../shared/product/page-title';
import { paths } from '../shared/paths';
import { clientIdIn } from '../shared/return-path';
import { LinkButton } from '../ui/button/link-button';
import { StatusPage } from '../ui/layout/status-page';

/** Shown for any URL that matches no route. */
export function NotFoundPage() {
  const clientId = clientIdIn(useLocation().pathname);
  const home = clientId === null ? paths.home.href() : paths.clientDashboard.href(clientId);
  return (
    <>
      <PageTitle title="Page not found" />
      <StatusPage title="Page not found" action={<LinkButton to={home}>Go to the home page</LinkButton>}>
        The page may have moved, or the link may be incomplete.
      </StatusPage>
    </>
  );
}
