import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack, Text } from '@chakra-ui/react';
import { ViewerDocument } from '../shared/graphql/generated';
import { FileCheck, History, KeyRound, ShieldCheck, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { AdminsTab } from '../features/admins/admins-tab';
import { AuditTab } from '../features/audit/audit-tab';
import { AccountPanel } from '../features/sessions/account-panel';
import { PageTitle } from '../shared/product/page-title';
import { paths } from '../shared/paths';
import { PageHeader } from '../ui/layout/page-header';
import { accountMessages } from '../messages/accounts';
import { consoleMessages } from '../messages/admin-console';
import { evidenceMessages } from '../messages/evidence';
import { securityMessages } from '../messages/security';
import { sharedMessages } from '../messages/shared';
import { AccessGate, isAdmin, isSecondFactorOverdue } from '../app/access-gate';
import { AccountBar } from '../app/account-bar';
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
  // The Security tab stays, because it shows the recovery codes when the factor is added.
  const isOverdue = data !== undefined && isSecondFactorOverdue(data.viewer);
  const tabs = [
    {
      value: 'admins',
      label: accountMessages.admins,
      icon: Users,
      content: user && (
        <Stack gap="4">
          <AdminsTab ownId={user.id} />
          <AccountPanel username={user.username} />
        </Stack>
      ),
    },
    {
      value: 'security',
      label: securityMessages.security,
      icon: ShieldCheck,
      content: (
        <LazyTab title={securityMessages.security}>
          <SecurityPanel />
        </LazyTab>
      ),
    },
    {
      value: 'api-keys',
      label: sharedMessages.apiKeys,
      icon: KeyRound,
      content: (
        <LazyTab>
          <ApiKeysPanel />
        </LazyTab>
      ),
    },
    { value: 'activity', label: accountMessages.activity, icon: History, content: <AuditTab /> },
    {
      value: 'evidence',
      label: evidenceMessages.evidence,
      icon: FileCheck,
      content: (
        <LazyTab title={evidenceMessages.evidence}>
          <EvidencePanel />
        </LazyTab>
      ),
    },
  ];
  return (
    <AppShell
      tabs={tabs.filter(({ value }) => value === 'security' || !isOverdue)}
      defaultTab={isOverdue ? 'security' : 'admins'}
      back={{ to: paths.admin.href(), label: accountMessages.backToConsole }}
      context={
        <Text textStyle="sm" fontWeight="semibold" paddingInline={{ lg: '2.5' }} truncate>
          {consoleMessages.team}
        </Text>
      }
      account={<AccountBar logoutAs="admin" />}
    >
      <PageTitle title={consoleMessages.team} />
      <BannerStack>
        <SecondFactorBanner />
      </BannerStack>
    </AppShell>
  );
}

function LazyTab({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Stack gap="4">
      {title !== undefined && <PageHeader title={title} />}
      <Suspense fallback={<Skeleton height="24rem" />}>{children}</Suspense>
    </Stack>
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
