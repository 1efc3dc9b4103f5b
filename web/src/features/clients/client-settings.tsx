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

const quietWords = ({ enabled, start, end }: ClientFieldsFragment['quietHours']) =>
  enabled ? `No texts from ${formatClock(start)} to ${formatClock(end)}` : 'Off: texts go at any hour';

/** What the agency keeps about this client, to read, beside what it used of its limits. */
export function ClientSettings({ client, usage }: { client: ClientFieldsFragment; usage: ReactNode }) {
  const rows = [
    { label: sharedWords.businessName, value: client.businessName },
    { label: sharedWords.contactEmail, value: client.contactEmail },
    { label: sharedWords.notificationPhone, value: formatPhone(client.notificationPhone) },
    { label: sharedWords.status, value: <StatusBadge status={client.status} /> },
    { label: 'Time Zone', value: client.timeZone.replaceAll('_', ' ') },
    { label: 'Quiet Hours', value: quietWords(client.quietHours) },
  ];
  return (
    <Stack gap="5">
      <PageHeader
        level="h2"
        title={dashboardWords.settings}
        description="Your agency keeps these details. Ask them to change anything here."
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
