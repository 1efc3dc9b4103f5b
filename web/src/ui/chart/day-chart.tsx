import { Box, HStack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatCount, formatDay } from '../../shared/format';
import { DayChartLines } from './day-chart-lines';
import type { Day, Series } from './day-chart-series';
import { axisTop, plotOf } from './day-chart-plot';
import { DayChartTable } from './day-chart-table';

interface DayChartProps<Key extends string> {
  title: string;
  series: ReadonlyArray<Series<Key>>;
  days: ReadonlyArray<Day<Key>>;
}

/** Numbers by day as lines. Hover or the arrow keys tell one day's; a table beside it tells all to who does not see it. */
export function DayChart<Key extends string>({ title, series, days }: DayChartProps<Key>) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = days.length - 1;
  const at = chosen ?? last;
  const top = axisTop(Math.max(...days.flatMap((day) => series.map(({ key }) => day[key]))));
  const plot = plotOf(days.length, top);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(plot.nearest((clientX - left) / width));
  };
  const step = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(to, 0), last));
  };
  return (
    <Box>
      <Readout day={days[at]!} series={series} />
      <Box
        role="slider"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={spoken(days[at]!, series)}
        tabIndex={0}
        onKeyDown={step}
        onBlur={() => setChosen(null)}
        borderRadius="l1"
      >
        <DayChartLines
          plot={plot}
          top={top}
          days={days}
          series={series}
          marked={chosen}
          onPoint={point}
          onLeave={() => setChosen(null)}
        />
      </Box>
      <HStack justify="space-between" textStyle="xs" color="fg.muted" className="tabular" aria-hidden="true">
        <Text>{formatDay(days[0]!.day)}</Text>
        <Text>{formatDay(days[last]!.day)}</Text>
      </HStack>
      <DayChartTable title={title} series={series} days={days} />
    </Box>
  );
}

const spoken = <Key extends string>(day: Day<Key>, series: ReadonlyArray<Series<Key>>) =>
  `${formatDay(day.day)}: ${series.map(({ key, label }) => `${label} ${formatCount(day[key])}`).join(', ')}`;

function Readout<Key extends string>({ day, series }: { day: Day<Key>; series: ReadonlyArray<Series<Key>> }) {
  return (
    <HStack
      gap="4"
      rowGap="1"
      flexWrap="wrap"
      textStyle="sm"
      className="tabular"
      marginBottom="3"
      aria-hidden="true"
      data-readout=""
    >
      <Text fontWeight="medium" minWidth="3.5rem">
        {formatDay(day.day)}
      </Text>
      {series.map(({ key, label, color, stroke }) => (
        <HStack key={key} gap="1.5">
          <Box width="4" borderTopWidth="3px" borderTopStyle={stroke} borderColor={color} flexShrink="0" />
          <Text color="fg.muted">{label}</Text>
          <Text fontWeight="medium">{formatCount(day[key])}</Text>
        </HStack>
      ))}
    </HStack>
  );
}
