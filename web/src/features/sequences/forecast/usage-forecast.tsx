import { useQuery } from '@apollo/client/react';
import { Box, Skeleton } from '@chakra-ui/react';
import { MessageForecastDocument } from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { LoadError } from '../../../ui/feedback/load-error';
import { ForecastSummary } from './forecast-summary';

/** The messages that are expected in the month, for the place below those that were used. */
export function UsageForecast({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(MessageForecastDocument, {
    variables: { clientId },
    // Each lead and message changes it.
    ...refreshedOnOpen,
  });
  const forecast = data?.messageForecast;
  if (!forecast)
    return error ? <LoadError subject="the forecast" onRetry={() => retry(refetch())} /> : <Skeleton height="10" />;
  return (
    <Box minHeight="10">
      <ForecastSummary forecast={forecast} />
    </Box>
  );
}
