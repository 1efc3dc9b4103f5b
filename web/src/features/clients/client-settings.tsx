import { SimpleGrid, Stack } from '@chakra-ui/react';
import type { ClientFieldsFragment } from '@dripline/contract/generated';
import type { ReactNode } from 'react';
import { formatClock } from '../../format';
import { formatPhone } from '../../phone';
import { Details } from '../../ui/details';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { StatusBadge } from '../../ui/status-badge';
import { dashboardWords } from '../../words/dashboard';
import { sharedWords } from '../../words/shared';

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
