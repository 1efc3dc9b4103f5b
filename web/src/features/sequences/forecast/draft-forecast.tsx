import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { MAX_DELAY_MINUTES } from '@dripline/contract/limits';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { forecastMessages } from '../../../messages/sequences/forecast';
import { plural } from '../../../shared/format';
import { type ForecastSequenceInput, MessageForecastDocument } from '../../../shared/graphql/generated';
import { isDelay, toMinutes } from '../delay';
import type { SequenceValues } from '../sequence-values';
import { ForecastSummary, formatLeads } from './forecast-summary';

const TYPING_PAUSE_MS = 400;

interface DraftForecastProps {
  clientId: string;
  /** The saved sequence that is edited. A new one has none. */
  sequenceId?: string | undefined;
}

/** The messages that are expected in the month if the sequence under edit is active. Empty until it can be computed. */
export function DraftForecast({ clientId, sequenceId }: DraftForecastProps) {
  const { control } = useFormContext<SequenceValues>();
  const [campaignId, triggerEvent, steps] = useWatch({ control, name: ['campaignId', 'triggerEvent', 'steps'] });
  const isComplete = campaignId !== '' && steps.every((step) => isDelay(step) && toMinutes(step) <= MAX_DELAY_MINUTES);
  const delayMinutes = steps.map(toMinutes);
  const current = isComplete ? JSON.stringify({ sequenceId, campaignId, triggerEvent, delayMinutes }) : '';
  const [asked, setAsked] = useState(current);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(current), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [current]);
  const { data, previousData, error } = useQuery(MessageForecastDocument, {
    variables: { clientId, sequence: asked === '' ? null : (JSON.parse(asked) as ForecastSequenceInput) },
    skip: asked === '',
    fetchPolicy: 'network-only',
  });
  const forecast = asked === '' || error ? undefined : (data ?? previousData)?.messageForecast;
  const { sequence } = forecast ?? {};
  return (
    <Box aria-live="polite" marginTop="4" minHeight="10">
      {forecast && sequence && (
        <ForecastSummary forecast={forecast}>
          {' '}
          {forecastMessages.ofSequence(
            plural(sequence.scheduled + sequence.expected, 'message'),
            formatLeads(sequence.enrollmentsPerDay),
          )}
        </ForecastSummary>
      )}
    </Box>
  );
}
