import { Box, Grid, Text } from '@chakra-ui/react';
import { formatCount } from '../../../shared/format';
import { trendMessages } from '../../../messages/trend';
import { metricKeys, metrics } from './trend-metrics';
import { type Period, periodName } from './trend-periods';

interface TrendReadoutProps {
  name: string;
  period: Period;
  compared: Period | undefined;
}

/** The figures of the marked day, or of the last one. Its height is the same for all days. */
export function TrendReadout({ name, period, compared }: TrendReadoutProps) {
  return (
    <Grid css={readoutStyle} textStyle="sm" className="tabular" aria-hidden="true" data-readout="">
      <Text fontWeight="medium" gridColumn={{ base: '1 / -1', md: 'auto' }}>
        {name}
      </Text>
      {metricKeys.map((metric) => (
        <Box key={metric}>
          <Box as="span" color="fg.muted">
            {metrics[metric].label}
          </Box>{' '}
          <Box as="span" fontWeight="medium">
            {formatCount(period[metric])}
          </Box>
          {compared && (
            <Text color="fg.muted" textStyle="xs">
              {formatCount(compared[metric])} {trendMessages.before}
            </Text>
          )}
        </Box>
      ))}
    </Grid>
  );
}

const readoutStyle = {
  gridTemplateColumns: { base: 'repeat(3, minmax(0, 1fr))', md: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))' },
  columnGap: '3',
  bg: 'bg.subtle',
  borderRadius: 'l2',
  paddingX: '3',
  paddingY: '2',
  marginBottom: '4',
} as const;

/** Describes the figures of a period as a sentence. */
export function valuesOf(period: Period, compared: Period | undefined, today: string): string {
  const values = (shown: Period) =>
    `${periodName(shown, today)}: ${metricKeys.map((metric) => `${metrics[metric].label} ${formatCount(shown[metric])}`).join(', ')}`;
  return [period, ...(compared ? [compared] : [])].map(values).join('; ');
}
