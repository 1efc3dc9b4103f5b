import { useQuery } from '@apollo/client/react';
import { Box, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { MAX_MONTHLY_LIMIT } from '@dripline/contract/limits';
import { ClientUsageDocument } from '../../shared/graphql/generated';
import { formatMonth, plural } from '../../shared/format';
import { LoadError } from '../../ui/feedback/load-error';
import { Card } from '../../ui/layout/card';
import { UsageBar } from '../../ui/data/usage-bar';
import { retry } from '../../shared/retry';
import { sharedMessages } from '../../messages/shared';

interface UsagePanelProps {
  clientId: string;
  /** Below the messages. */
  forecast?: ReactNode;
}

/** A client's usage of its monthly limits. */
export function UsagePanel({ clientId, forecast }: UsagePanelProps) {
  const { data, error, refetch } = useQuery(ClientUsageDocument, { variables: { id: clientId } });
  const client = data?.client;
  const limitsSegments = client && client.monthlySegmentLimit < MAX_MONTHLY_LIMIT;
  const bars = client && [
    {
      label: 'SMS',
      used: client.usage.smsThisMonth,
      limit: client.monthlySMSLimit,
      note: limitsSegments ? undefined : plural(client.usage.segmentsThisMonth, 'carrier segment'),
    },
    ...(limitsSegments
      ? [{ label: 'SMS segments', used: client.usage.segmentsThisMonth, limit: client.monthlySegmentLimit }]
      : []),
    { label: sharedMessages.leads, used: client.usage.leadsThisMonth, limit: client.monthlyLeadLimit },
    { label: sharedMessages.campaigns, used: client.usage.campaignsThisMonth, limit: client.monthlyCampaignLimit },
  ];
  return (
    <Card as="section" aria-labelledby="usage" padding="5" minWidth="0">
      <Heading as="h2" id="usage" size="md">
        This month’s usage
      </Heading>
      <Text textStyle="sm" color="fg.muted" marginBottom="5">
        {client
          ? `Used in ${formatMonth(client.timeZone)} out of the monthly limits.`
          : 'Used out of the monthly limits.'}
      </Text>
      {!client && error && <LoadError subject="this month’s usage" onRetry={() => retry(refetch())} />}
      {!client && !error && <Skeleton height="9rem" />}
      <Stack gap="5">
        {bars?.map(({ label, used, limit, note }, nth) => (
          <Box key={label} role="group" aria-label={`${label} usage`}>
            <Text textStyle="sm" fontWeight="medium" marginBottom="1.5">
              {label}
            </Text>
            <UsageBar label={`${label} used this month`} used={used} limit={limit} fullWidth />
            {note && (
              <Text textStyle="xs" color="fg.muted" marginTop="1">
                {note}
              </Text>
            )}
            {nth === 0 && forecast}
          </Box>
        ))}
      </Stack>
    </Card>
  );
}
