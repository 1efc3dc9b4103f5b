import { PageTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { StatusPage } from '../ui/layout/status-page';

/** Shown for any URL that matches no route. */
export function NotFoundPage() {
  return (
    <>
      <PageTitle title="Page not found" />
      <StatusPage title="Page not found" action={<LinkButton to={paths.home.href()}>Go to the home page</LinkButton>}>
        The page may have moved, or the link may be incomplete.
      </StatusPage>
    </>
  );
}
