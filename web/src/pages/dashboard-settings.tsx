import { Skeleton, Stack } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ClientFieldsFragment, ViewerQuery } from '../shared/graphql/generated';
import type { DashboardAccess } from '../shared/dashboard-access';
import { ClientActivity } from '../features/audit/client-activity';
import { ClientSettings } from '../features/clients/client-settings';
import { EditClientButton } from '../features/clients/edit-client-button';
import { AccountPanel } from '../features/sessions/account-panel';
import { UsagePanel } from '../features/stats/usage-panel';
import { PageHeader } from '../ui/layout/page-header';
import { type Section, SectionColumns } from '../ui/layout/section-columns';
import { accountMessages } from '../messages/accounts';
import { dashboardMessages } from '../messages/dashboard';
import { memberMessages } from '../messages/members';
import { notificationMessages } from '../messages/leads/notifications';
import { privacyMessages } from '../messages/privacy';
import { securityMessages } from '../messages/security';
import { sharedMessages } from '../messages/shared';

// Loaded on demand because few users open them.
const SecurityPanel = lazy(async () => ({
  default: (await import('../features/sessions/second-factor/security-panel')).SecurityPanel,
}));
const NotificationSettings = lazy(async () => ({
  default: (await import('../features/leads/notifications/notification-settings')).NotificationSettings,
}));
const MembersPanel = lazy(async () => ({
  default: (await import('../features/members/members-panel')).MembersPanel,
}));
const ApiKeysPanel = lazy(async () => ({
  default: (await import('../features/api-keys/api-keys-panel')).ApiKeysPanel,
}));
const PrivacySection = lazy(async () => ({
  default: (await import('../features/privacy/privacy-section')).PrivacySection,
}));

interface DashboardSettingsProps {
  client: ClientFieldsFragment;
  viewer: ViewerQuery['viewer'];
  access: DashboardAccess;
}

/**
 * The Settings tab. People who only have the dashboard link see the details, the usage and the activity, and staff also
 * their own account.
 */
export function DashboardSettings({ client, viewer: { user, member }, access }: DashboardSettingsProps) {
  const { id, timeZone } = client;
  const isAdmin = user !== null;
  // An administrator's account is on another screen.
  const isOwn = !isAdmin && (access === 'owner' || access === 'staff');
  const username = member?.username ?? client.username;
  const sections: Section[] = [
    { id: 'details', label: dashboardMessages.details, content: <ClientSettings client={client} /> },
    { id: 'usage', label: dashboardMessages.usage, content: <UsagePanel clientId={id} /> },
  ];
  if (isOwn && username)
    sections.push({ id: 'account', label: accountMessages.account, content: <AccountPanel username={username} /> });
  if (isOwn) sections.push({ id: 'security', label: securityMessages.security, content: onDemand(<SecurityPanel />) });
  if (isOwn || access === 'owner')
    sections.push({
      id: 'notifications',
      label: notificationMessages.notifications,
      content: onDemand(
        <NotificationSettings
          clientId={id}
          notificationPhone={client.notificationPhone}
          isMember={member != null}
          isOwner={access === 'owner'}
          isAdmin={isAdmin}
        />,
      ),
    });
  if (access === 'owner')
    sections.push(
      {
        id: 'team',
        label: memberMessages.team,
        content: onDemand(
          <MembersPanel clientId={id} canSignIn={client.authEnabled} ownId={member?.id} isAdmin={isAdmin} />,
        ),
      },
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
