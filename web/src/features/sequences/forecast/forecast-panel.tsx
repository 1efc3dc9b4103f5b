import { useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { forecastMessages } from '../../../messages/sequences/forecast';
import { formatCount } from '../../../shared/format';
import { MessageForecastDocument } from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { LoadError } from '../../../ui/feedback/load-error';
import { Card } from '../../../ui/layout/card';
import { type Forecast, ForecastSummary, formatLeads } from './forecast-summary';

/** The messages that all sequences are expected to send in the month, with the arithmetic. */
export function ForecastPanel({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(MessageForecastDocument, {
    variables: { clientId },
    // Each lead and message changes it.
    ...refreshedOnOpen,
  });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const forecast = data?.messageForecast;
  if (error && !forecast)
    return <Card children={<LoadError subject="the forecast" onRetry={() => retry(refetch())} />} />;
  if (!forecast) return <Skeleton height="13" borderRadius="l3" />;
  return (
    <Card as="section" aria-label={forecastMessages.name} paddingX="5" paddingY="2">
      <HStack gap="3" rowGap="1" justify="space-between" flexWrap={{ base: 'wrap', md: 'nowrap' }}>
        <ForecastSummary forecast={forecast} />
        <Button
          size="sm"
          variant="ghost"
          colorPalette="gray"
          marginEnd="-3"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {forecastMessages.showArithmetic}
        </Button>
      </HStack>
      <Box id={id} hidden={!isOpen} paddingBottom="3">
        {isOpen && <Arithmetic forecast={forecast} />}
      </Box>
    </Card>
  );
}

function Arithmetic({ forecast: { used, total, sequences } }: { forecast: Forecast }) {
  return (
    <Stack gap="2" paddingTop="2" maxWidth="30rem">
      <Line label={forecastMessages.used} count={used} />
      {sequences
        .filter(({ scheduled, expected }) => scheduled + expected > 0)
        .map(({ sequenceId, name, scheduled, expected, enrollmentsPerDay }) => (
          <Box key={sequenceId ?? ''}>
            <Text textStyle="sm" fontWeight="medium" dir="auto" overflowWrap="anywhere">
              {name ?? forecastMessages.written}
            </Text>
            {scheduled > 0 && <Line label={forecastMessages.scheduled} count={scheduled} />}
            {expected > 0 && (
              <Line
                label={`${forecastMessages.forNewLeads} (${forecastMessages.perDay(formatLeads(enrollmentsPerDay))})`}
                count={expected}
              />
            )}
          </Box>
        ))}
      <Box borderTopWidth="1px" paddingTop="2" fontWeight="medium">
        <Line label={forecastMessages.sum} count={total} />
      </Box>
      <Text textStyle="xs" color="fg.muted">
        {forecastMessages.assumptions}
      </Text>
    </Stack>
  );
}

const Line = ({ label, count }: { label: string; count: number }) => (
  <HStack justify="space-between" gap="4" textStyle="sm">
    <Text as="span" color="fg.muted">
      {label}
    </Text>
    <Text as="span" className="tabular">
      {formatCount(count)}
    </Text>
  </HStack>
);
