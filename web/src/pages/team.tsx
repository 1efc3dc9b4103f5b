import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack } from '@chakra-ui/react';
import { ViewerDocument } from '../shared/graphql/generated';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { AdminsTab } from '../features/admins/admins-tab';
import { AuditTab } from '../features/audit/audit-tab';
import { AccountPanel } from '../features/sessions/account-panel';
import { PageTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { PageHeader } from '../ui/layout/page-header';
import { UrlTabs } from '../ui/layout/url-tabs';
import { accountMessages } from '../messages/accounts';
import { evidenceMessages } from '../messages/evidence';
import { securityMessages } from '../messages/security';
import { sharedMessages } from '../messages/shared';
import { AccessGate, isAdmin, isSecondFactorOverdue } from '../app/access-gate';
import { AppShell, BannerStack } from '../app/app-shell';
import { SecondFactorBanner } from '../app/second-factor-banner';

// Loaded on demand because few users open it.
const SecurityPanel = lazy(async () => ({
  default: (await import('../features/sessions/second-factor/security-panel')).SecurityPanel,
}));

const ApiKeysPanel = lazy(async () => ({
  default: (await import('../features/api-keys/api-keys-panel')).ApiKeysPanel,
}));

const EvidencePanel = lazy(async () => ({
  default: (await import('../features/evidence/evidence-panel')).EvidencePanel,
}));

/** The user's own account, the administrators, the agency's API keys, the activity log and evidence. */
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
  const security = (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <SecurityPanel />
    </Suspense>
  );
  const apiKeys = (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <ApiKeysPanel />
    </Suspense>
  );
  const evidence = (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <EvidencePanel />
    </Suspense>
  );
  // The Security tab stays, because it shows the recovery codes when the factor is added.
  const isOverdue = data !== undefined && isSecondFactorOverdue(data.viewer);
  const tabs = [
    { value: 'admins', label: accountMessages.admins, content: admins },
    { value: 'security', label: securityMessages.security, content: security },
    { value: 'api-keys', label: sharedMessages.apiKeys, content: apiKeys },
    { value: 'activity', label: accountMessages.activity, content: <AuditTab /> },
    { value: 'evidence', label: evidenceMessages.evidence, content: evidence },
  ];
  return (
    <AppShell actions={back}>
      <PageTitle title={accountMessages.team} />
      <PageHeader title={accountMessages.team} description={accountMessages.teamHint} />
      <BannerStack>
        <SecondFactorBanner />
      </BannerStack>
      <UrlTabs
        tabs={tabs.filter(({ value }) => value === 'security' || !isOverdue)}
        defaultTab={isOverdue ? 'security' : 'admins'}
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
