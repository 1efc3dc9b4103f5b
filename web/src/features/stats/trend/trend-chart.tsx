import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useState } from 'react';
import { formatCount } from '../../../shared/format';
import { BarPlot, type PlotProps, Sparkline } from '../../../ui/chart/plot';
import { trendMessages } from '../../../messages/trend';
import { keysOf, type Metrics } from './trend-metrics';
import { dateTicks, describeChange, isPartial, rangeBefore, toPeriods, totalsOf, type TrendDay } from './trend-periods';
import { TrendReadout, valuesOf } from './trend-readout';
import { TrendTable } from './trend-table';

interface TrendChartProps<Metric extends string> {
  /** The figures: the first as bars, the others as lines. */
  metrics: Metrics<Metric>;
  /** Names the chart of figures by day or week. */
  titleOf: (unit: 'day' | 'week') => string;
  days: readonly TrendDay<NoInfer<Metric>>[];
  /** The days of the range before, if the chart compares them. */
  before: readonly TrendDay<NoInfer<Metric>>[] | undefined;
  today: string;
}

/** Figures in a plot each. A day that the pointer or the arrow keys mark is marked in all. */
export function TrendChart<Metric extends string>({ metrics, titleOf, days, before, today }: TrendChartProps<Metric>) {
  const [selected, setSelected] = useState<number | null>(null);
  const [hasTable, setHasTable] = useState(false);
  const keys = keysOf(metrics);
  const [main, ...others] = keys as [Metric, ...Metric[]];
  const periods = toPeriods(days, keys);
  const compared = before && toPeriods(before, keys);
  const last = periods.length - 1;
  // Another range may have fewer days.
  const marked = selected === null ? null : Math.min(selected, last);
  const current = marked ?? last;
  const longest = Math.max(...periods.map((period) => period.days));
  const title = titleOf(longest === 1 ? 'day' : 'week');
  const selectByKey = (event: KeyboardEvent) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setSelected(Math.min(Math.max(target, 0), last));
  };
  const plotOf = (metric: Metric): PlotProps => ({
    values: periods.map((period) => period[metric]),
    compared: compared?.map((period) => period[metric]),
    isPartial: (slot) => isPartial(periods[slot]!, today, longest),
    color: metrics[metric].color,
    marked,
    onMark: setSelected,
  });
  const totals = totalsOf(days, keys);
  const totalsBefore = before && totalsOf(before, keys);
  const totalFor = (metric: Metric) => (
    <Total
      {...metrics[metric]}
      text={formatCount(totals[metric])}
      change={totalsBefore && describeChange(totals[metric], totalsBefore[metric], days.length)}
    />
  );
  return (
    <>
      <TrendReadout metrics={metrics} period={periods[current]!} compared={compared?.[current]} today={today} />
      {totalFor(main)}
      <Box
        role="slider"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={valuesOf(metrics, periods[current]!, compared?.[current], today)}
        tabIndex={0}
        onKeyDown={selectByKey}
        onBlur={() => setSelected(null)}
        borderRadius="l1"
        marginX="-2"
        marginTop="1"
        padding="2"
      >
        <BarPlot {...plotOf(main)} labels={dateTicks(periods)} />
      </Box>
      <Grid templateColumns={others.length > 2 ? manyColumns : fewColumns} gap="5" marginTop="1">
        {others.map((metric) => (
          <Flex key={metric} direction="column" justify="space-between" gap="3">
            {totalFor(metric)}
            <Sparkline {...plotOf(metric)} />
          </Flex>
        ))}
      </Grid>
      <Flex justify="space-between" align="center" gap="3" marginTop="3">
        <Flex columnGap="4" flexWrap="wrap" textStyle="xs" color="fg.muted">
          {periods.some((period) => isPartial(period, today, longest)) && (
            <LegendItem
              kind="partial"
              label={longest === 1 ? trendMessages.todaySoFar : trendMessages.incompleteWeek}
            />
          )}
          {compared && <LegendItem kind="compared" label={rangeBefore(days.length)} />}
        </Flex>
        <Button
          size="sm"
          variant="outline"
          aria-expanded={hasTable}
          flexShrink="0"
          onClick={() => setHasTable((isShown) => !isShown)}
        >
          {hasTable ? trendMessages.hideTable : trendMessages.showTable}
        </Button>
      </Flex>
      {hasTable && <TrendTable title={title} metrics={metrics} periods={periods} compared={compared} today={today} />}
    </>
  );
}

const fewColumns = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };
const manyColumns = { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' };

interface TotalProps {
  label: string;
  color: string;
  text: string;
  change: string | undefined;
}

function Total({ label, color, text, change }: TotalProps) {
  return (
    <div role="group" aria-label={label}>
      <Flex align="center" gap="2" textStyle="sm" color="fg.muted">
        <Box boxSize="2.5" borderRadius="2px" bg={color} />
        {label}
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        <Text as="span" fontSize="xl" lineHeight="1.75rem" fontWeight="semibold" color="fg" className="tabular">
          {text}
        </Text>
        {change && `, ${change}`}
      </Text>
    </div>
  );
}

function LegendItem({ kind, label }: { kind: 'partial' | 'compared'; label: string }) {
  return (
    <Flex align="center" gap="2">
      <Box css={legendStyles[kind]} aria-hidden="true" />
      {label}
    </Flex>
  );
}

const legendStyles = {
  partial: {
    boxSize: '3',
    color: 'chart.leads',
    outlineWidth: '1px',
    outlineOffset: '-1px',
    backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 4px)',
  },
  compared: { width: '5', borderTopWidth: '2px', borderTopStyle: 'dashed', borderColor: 'fg.muted' },
};
