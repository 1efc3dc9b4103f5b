import { Box, Grid, Text } from '@chakra-ui/react';
import { formatCount } from '../../../shared/format';
import { trendMessages } from '../../../messages/trend';
import { keysOf, type Metrics } from './trend-metrics';
import { type Period, periodName, valueBefore } from './trend-periods';

interface TrendReadoutProps<Metric extends string> {
  metrics: Metrics<Metric>;
  period: Period<Metric>;
  compared: Period<Metric> | undefined;
  today: string;
}

/** The figures of the marked day, or of the last one. Its height is the same for all days. */
export function TrendReadout<Metric extends string>({ metrics, period, compared, today }: TrendReadoutProps<Metric>) {
  const keys = keysOf(metrics);
  const columns = keys.length > FEW ? manyColumns : fewColumns;
  return (
    <Grid css={{ ...readoutStyle, ...columns }} textStyle="sm" className="tabular" aria-hidden="true" data-readout="">
      <Box gridColumn={keys.length > FEW ? '1 / -1' : { base: '1 / -1', md: 'auto' }}>
        <Text fontWeight="medium">{periodName(period, today)}</Text>
        {compared && (
          <Text color="fg.muted" textStyle="xs">
            {trendMessages.comparedWith} {periodName(compared, today)}
          </Text>
        )}
      </Box>
      {keys.map((metric) => (
        <Box key={metric}>
          <Box as="span" color="fg.muted">
            {metrics[metric].label}
          </Box>{' '}
          <Box as="span" fontWeight="medium">
            {formatCount(period[metric])}
          </Box>
          {compared && (
            <Text color="fg.muted" textStyle="xs">
              {valueBefore(formatCount(compared[metric]))}
            </Text>
          )}
        </Box>
      ))}
    </Grid>
  );
}

/** This many figures fit beside the day. */
const FEW = 3;
const fewColumns = {
  gridTemplateColumns: { base: '3fr 3fr 4fr', md: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))' },
} as const;
const manyColumns = { gridTemplateColumns: 'repeat(auto-fill, minmax(6.75rem, 1fr))' } as const;
const readoutStyle = {
  columnGap: '3',
  whiteSpace: 'nowrap',
  bg: 'bg.subtle',
  borderRadius: 'l2',
  paddingX: '3',
  paddingY: '2',
  marginBottom: '4',
} as const;

/** Describes the figures of a period as a sentence. */
export function valuesOf<Metric extends string>(
  metrics: Metrics<Metric>,
  period: Period<Metric>,
  compared: Period<Metric> | undefined,
  today: string,
): string {
  const values = (shown: Period<Metric>) =>
    `${periodName(shown, today)}: ${keysOf(metrics)
      .map((metric) => `${metrics[metric].label} ${formatCount(shown[metric])}`)
      .join(', ')}`;
  return [period, ...(compared ? [compared] : [])].map(values).join('; ');
}
