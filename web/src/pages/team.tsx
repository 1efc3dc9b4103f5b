import { useQuery } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { ViewerDocument } from '../shared/graphql/generated';
import { ArrowLeft } from 'lucide-react';
import { AdminsTab } from '../features/admins/admins-tab';
import { AuditTab } from '../features/audit/audit-tab';
import { AccountPanel } from '../features/sessions/account-panel';
import { PageTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { PageHeader } from '../ui/layout/page-header';
import { UrlTabs } from '../ui/layout/url-tabs';
import { accountMessages } from '../messages/accounts';
import { AccessGate, isAdmin } from '../app/access-gate';
import { AppShell } from '../app/app-shell';

/** The user's own account, the administrators and the activity log. */
function Team() {
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-first' });
  const user = data?.viewer.user;
  const back = (
    <LinkButton to={paths.admin.href()} variant="ghost" colorPalette="gray" size="sm">
      <ArrowLeft aria-hidden="true" /> {accountMessages.backToConsole}
    </LinkButton>
  );
  const admins = (
    <Stack gap="6">
      {user && <AccountPanel username={user.username} />}
      {user && <AdminsTab ownId={user.id} />}
    </Stack>
  );
  return (
    <AppShell actions={back}>
      <PageTitle title={accountMessages.team} />
      <PageHeader title={accountMessages.team} description={accountMessages.teamHint} />
      <UrlTabs
        tabs={[
          { value: 'admins', label: accountMessages.admins, content: admins },
          { value: 'activity', label: accountMessages.activity, content: <AuditTab /> },
        ]}
        defaultTab="admins"
      />
    </AppShell>
  );
}

/** `/admin/team` */
export function TeamPage() {
  return (
    <AccessGate allows={isAdmin}>
      <Team />
    </AccessGate>
  );
}
