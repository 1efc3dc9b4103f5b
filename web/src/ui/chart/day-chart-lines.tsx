import { Box, Text, useToken } from '@chakra-ui/react';
import type { PointerEvent } from 'react';
import { formatCount } from '../../shared/format';
import type { DayValues, Series } from './day-chart-series';
import type { Plot } from './day-chart-plot';

interface DayChartLinesProps<Key extends string> {
  series: ReadonlyArray<Series<Key>>;
  days: ReadonlyArray<DayValues<Key>>;
  plot: Plot;
  top: number;
  /** The index of the highlighted day. */
  marked: number | null;
  onPoint: (event: PointerEvent<SVGSVGElement>) => void;
  onLeave: () => void;
}

/** The SVG lines of a chart, stretched to fill the available space. */
export function DayChartLines<Key extends string>({
  plot,
  top,
  days,
  series,
  marked,
  onPoint,
  onLeave,
}: DayChartLinesProps<Key>) {
  const colors = useToken(
    'colors',
    series.map(({ color }) => color),
  );
  const [grid] = useToken('colors', ['border']);
  return (
    <Box position="relative" height={{ base: '10rem', md: '13rem' }} aria-hidden="true">
      <svg
        width="100%"
        height="100%"
        viewBox={plot.viewBox}
        preserveAspectRatio="none"
        onPointerMove={onPoint}
        onPointerDown={onPoint}
        onPointerLeave={onLeave}
        style={{ display: 'block', touchAction: 'pan-y' }}
      >
        {[0, top / 2, top].map((value) => (
          <line
            key={value}
            x1="0"
            x2={plot.width}
            y1={plot.y(value)}
            y2={plot.y(value)}
            stroke={grid}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {marked !== null && (
          <line
            x1={plot.x(marked)}
            x2={plot.x(marked)}
            y1="0"
            y2={plot.height}
            stroke="currentColor"
            opacity="0.4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {series.map(({ key, stroke }, index) => (
          <polyline
            key={key}
            points={days.map((day, dayIndex) => `${plot.x(dayIndex)},${plot.y(day[key])}`).join(' ')}
            fill="none"
            stroke={colors[index]}
            strokeWidth="2"
            strokeDasharray={dashes[stroke]}
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {marked !== null &&
          series.map(({ key }, index) => (
            // A zero-length line with round caps stays a round dot however the SVG is stretched.
            <line
              key={key}
              x1={plot.x(marked)}
              x2={plot.x(marked)}
              y1={plot.y(days[marked]![key])}
              y2={plot.y(days[marked]![key])}
              stroke={colors[index]}
              strokeWidth="8"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
      </svg>
      <Text
        position="absolute"
        top="0"
        insetStart="0"
        textStyle="xs"
        color="fg.muted"
        className="tabular"
        bg="bg.panel"
        paddingEnd="1"
        pointerEvents="none"
      >
        {formatCount(top)}
      </Text>
    </Box>
  );
}

const dashes = { solid: undefined, dashed: '7 4', dotted: '0.1 4' } as const;
