import { Box, HStack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatCount, formatDay } from '../../shared/format';
import { DayChartLines } from './day-chart-lines';
import type { DayValues, Series } from './day-chart-series';
import { axisMaximum, createPlot } from './day-chart-plot';
import { DayChartTable } from './day-chart-table';

interface DayChartProps<Key extends string> {
  title: string;
  series: ReadonlyArray<Series<Key>>;
  days: ReadonlyArray<DayValues<Key>>;
}

/** A line chart of daily values. Pointer and arrow keys select a day; screen readers also get a table of all values. */
export function DayChart<Key extends string>({ title, series, days }: DayChartProps<Key>) {
  const [selected, setSelected] = useState<number | null>(null);
  const last = days.length - 1;
  const current = selected ?? last;
  const top = axisMaximum(Math.max(...days.flatMap((day) => series.map(({ key }) => day[key]))));
  const plot = createPlot(days.length, top);
  const selectAtPointer = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setSelected(plot.nearest((clientX - left) / width));
  };
  const selectByKey = (event: KeyboardEvent) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setSelected(Math.min(Math.max(target, 0), last));
  };
  return (
    <Box>
      <Readout day={days[current]!} series={series} />
      <Box
        role="slider"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={valueText(days[current]!, series)}
        tabIndex={0}
        onKeyDown={selectByKey}
        onBlur={() => setSelected(null)}
        borderRadius="l1"
      >
        <DayChartLines
          plot={plot}
          top={top}
          days={days}
          series={series}
          marked={selected}
          onPoint={selectAtPointer}
          onLeave={() => setSelected(null)}
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

const valueText = <Key extends string>(day: DayValues<Key>, series: ReadonlyArray<Series<Key>>) =>
  `${formatDay(day.day)}: ${series.map(({ key, label }) => `${label} ${formatCount(day[key])}`).join(', ')}`;

function Readout<Key extends string>({ day, series }: { day: DayValues<Key>; series: ReadonlyArray<Series<Key>> }) {
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
