import { useQuery } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { ClientUsageDocument } from '../../shared/graphql/generated';
import { UsageBar } from '../../ui/data/usage-bar';
import { sharedMessages } from '../../messages/shared';

/** The messages and leads of this month in the sidebar, once another part of the screen has loaded them. */
export function UsageSummary({ clientId }: { clientId: string }) {
  const { data } = useQuery(ClientUsageDocument, { variables: { id: clientId }, fetchPolicy: 'cache-only' });
  const client = data?.client;
  if (!client) return null;
  return (
    <Stack gap="3">
      <UsageBar label="SMS" used={client.usage.smsThisMonth} limit={client.monthlySMSLimit} isCompact />
      <UsageBar
        label={sharedMessages.leads}
        used={client.usage.leadsThisMonth}
        limit={client.monthlyLeadLimit}
        isCompact
      />
    </Stack>
  );
}
