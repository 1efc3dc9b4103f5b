import { Skeleton, Stack } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ClientFieldsFragment } from '../shared/graphql/generated';
import { ClientActivity } from '../features/audit/client-activity';
import { ClientSettings } from '../features/clients/client-settings';
import { EditClientButton } from '../features/clients/edit-client-button';
import { AccountPanel } from '../features/sessions/account-panel';
import { UsagePanel } from '../features/stats/usage-panel';
import { PageHeader } from '../ui/layout/page-header';
import { type Section, SectionColumns } from '../ui/layout/section-columns';
import { accountMessages } from '../messages/accounts';
import { dashboardMessages } from '../messages/dashboard';
import { privacyMessages } from '../messages/privacy';
import { securityMessages } from '../messages/security';
import { sharedMessages } from '../messages/shared';

// Loaded on demand because few users open them.
const SecurityPanel = lazy(async () => ({
  default: (await import('../features/sessions/second-factor/security-panel')).SecurityPanel,
}));
const ApiKeysPanel = lazy(async () => ({
  default: (await import('../features/api-keys/api-keys-panel')).ApiKeysPanel,
}));
const PrivacySection = lazy(async () => ({
  default: (await import('../features/privacy/privacy-section')).PrivacySection,
}));

interface DashboardSettingsProps {
  client: ClientFieldsFragment;
  /** Whether the viewer is an administrator. */
  isAdmin: boolean;
  /** Whether the viewer is the client itself. */
  isOwn: boolean;
}

/** The Settings tab. People who only have the dashboard link see the details, the usage and the activity. */
export function DashboardSettings({ client, isAdmin, isOwn }: DashboardSettingsProps) {
  const { id, timeZone, username } = client;
  const sections: Section[] = [
    { id: 'details', label: dashboardMessages.details, content: <ClientSettings client={client} /> },
    { id: 'usage', label: dashboardMessages.usage, content: <UsagePanel clientId={id} /> },
  ];
  if (isOwn && username)
    sections.push({ id: 'account', label: accountMessages.account, content: <AccountPanel username={username} /> });
  if (isOwn) sections.push({ id: 'security', label: securityMessages.security, content: onDemand(<SecurityPanel />) });
  if (isOwn || isAdmin)
    sections.push(
      { id: 'api-keys', label: sharedMessages.apiKeys, content: onDemand(<ApiKeysPanel clientId={id} />) },
      {
        id: 'privacy',
        label: privacyMessages.title,
        content: onDemand(<PrivacySection clientId={id} timeZone={timeZone} />),
      },
    );
  sections.push({
    id: 'activity',
    label: accountMessages.activity,
    content: <ClientActivity clientId={id} timeZone={timeZone} />,
  });
  return (
    <Stack gap="4">
      <PageHeader
        title={dashboardMessages.settings}
        description={isAdmin ? undefined : dashboardMessages.settingsManagedByAgency}
      >
        {isAdmin && <EditClientButton client={client} />}
      </PageHeader>
      <SectionColumns label={dashboardMessages.settings} sections={sections} />
    </Stack>
  );
}

const onDemand = (content: ReactNode) => <Suspense fallback={<Skeleton height="16rem" />}>{content}</Suspense>;
