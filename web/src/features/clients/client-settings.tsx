import { SimpleGrid, Stack } from '@chakra-ui/react';
import type { ClientFieldsFragment } from '../../shared/graphql/generated';
import type { ReactNode } from 'react';
import { formatClock } from '../../shared/format';
import { formatPhone } from '../../shared/phone';
import { Details } from '../../ui/data/data-list';
import { PageHeader } from '../../ui/layout/page-header';
import { Panel } from '../../ui/layout/card';
import { StatusBadge } from '../../shared/status-badge';
import { dashboardWords } from '../../messages/dashboard';
import { sharedWords } from '../../messages/shared';

const quietHoursText = ({ enabled, start, end }: ClientFieldsFragment['quietHours']) =>
  enabled ? `No text messages from ${formatClock(start)} to ${formatClock(end)}` : 'Off: messages are sent at any time';

/** The client's details, read-only, beside its usage. */
export function ClientSettings({ client, usage }: { client: ClientFieldsFragment; usage: ReactNode }) {
  const rows = [
    { label: sharedWords.businessName, value: client.businessName },
    { label: sharedWords.contactEmail, value: client.contactEmail },
    { label: sharedWords.notificationPhone, value: formatPhone(client.notificationPhone) },
    { label: sharedWords.status, value: <StatusBadge status={client.status} /> },
    { label: 'Time zone', value: client.timeZone.replaceAll('_', ' ') },
    { label: 'Quiet hours', value: quietHoursText(client.quietHours) },
  ];
  return (
    <Stack gap="5">
      <PageHeader
        level="h2"
        title={dashboardWords.settings}
        description="Your agency manages these settings. Contact them to make changes."
      />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '4', md: '6' }} alignItems="start">
        <Panel padding={{ base: '4', md: '6' }}>
          <Details rows={rows} />
        </Panel>
        {usage}
      </SimpleGrid>
    </Stack>
  );
}
