import { Stack, Text } from '@chakra-ui/react';
import type { ClientFieldsFragment } from '@dripline/contract/generated';
import { formatPhone } from '../../phone';
import { Details } from '../../ui/details';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { StatusBadge } from '../../ui/status-badge';

/** What the agency keeps about this client, to read. */
export function ClientSettings({ client }: { client: ClientFieldsFragment }) {
  const rows = [
    { label: 'Business Name', value: client.businessName },
    { label: 'Contact Email', value: client.contactEmail },
    { label: 'Notification Phone', value: formatPhone(client.notificationPhone) },
    { label: 'Status', value: <StatusBadge status={client.status} /> },
  ];
  return (
    <Stack gap="4" maxWidth="40rem">
      <PageHeader level="h2" title="Settings" />
      <Panel padding={{ base: '4', md: '6' }}>
        <Details rows={rows} />
      </Panel>
      <Text textStyle="sm" color="fg.muted">
        Your agency keeps these details. Ask them to change anything here.
      </Text>
    </Stack>
  );
}
