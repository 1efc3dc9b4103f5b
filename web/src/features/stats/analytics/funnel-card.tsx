import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { analyticsMessages } from '../../../messages/agency/analytics';
import { dashboardMessages } from '../../../messages/dashboard';
import { sharedMessages } from '../../../messages/shared';
import { formatCount, formatRate } from '../../../shared/format';
import { Card } from '../../../ui/layout/card';
import { metrics } from '../trend/trend-metrics';
import type { FigureSums } from './figures';

/** How many views became leads, and how many of these leads were contacted, qualified and converted. */
export function FunnelCard({ sums }: { sums: FigureSums }) {
  const { views, leads, contacted, qualified, converted } = sums;
  const most = Math.max(views, leads, 1);
  const ofLeads = (count: number) => dashboardMessages.shareOfLeads(formatRate(count, leads));
  const steps = [
    { label: metrics.views.label, count: views, share: '', color: metrics.views.color },
    // Leads submitted through the API have no view.
    {
      label: sharedMessages.leads,
      count: leads,
      share: leads > views ? '' : analyticsMessages.ofViews(formatRate(leads, views)),
    },
    { label: analyticsMessages.contacted, count: contacted, share: ofLeads(contacted) },
    { label: analyticsMessages.qualified, count: qualified, share: ofLeads(qualified) },
    { label: analyticsMessages.converted, count: converted, share: ofLeads(converted) },
  ];
  return (
    <Card as="section" aria-labelledby="funnel" padding="5" minWidth="0">
      <Heading as="h2" id="funnel" size="md">
        {analyticsMessages.funnel}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {analyticsMessages.funnelText}
      </Text>
      <Stack as="ul" listStyleType="none" gap="3" marginTop="4">
        {steps.map(({ label, count, share, color = metrics.leads.color }) => (
          <li key={label}>
            <Flex justify="space-between" align="baseline" columnGap="3" textStyle="sm">
              <Text as="span" fontWeight="medium">
                {label}
              </Text>
              <Text as="span" className="tabular">
                <Text as="span" color="fg.muted" textStyle="xs" marginEnd="3">
                  {share}
                </Text>
                {formatCount(count)}
              </Text>
            </Flex>
            <Box height="2" marginTop="1" borderRadius="sm" bg="bg.muted" aria-hidden="true">
              <Box
                height="2"
                borderRadius="sm"
                bg={color}
                width={`${(count / most) * 100}%`}
                minWidth={count > 0 ? '1' : '0'}
              />
            </Box>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
