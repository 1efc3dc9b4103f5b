import { Box, Flex, type SystemStyleObject } from '@chakra-ui/react';
import { type PointerEvent, type ReactNode, useId } from 'react';
import { formatCount } from '../../shared/format';

/** The values that a plot draws: one for each slot, from left to right. */
export interface PlotProps {
  values: readonly number[];
  /** The values that they are compared with, drawn as a dashed line. */
  compared?: readonly number[] | undefined;
  /** Whether a slot's value is not complete yet, or covers less time than the others. */
  isPartial: (slot: number) => boolean;
  color: string;
  /** The slot that is marked, in all plots of a chart. */
  marked: number | null;
  onMark: (slot: number | null) => void;
}

/** How a plot maps values to its drawing. */
interface Scale {
  /** The value at the top. */
  top: number;
  /** Returns the distance of a value from the top, as a share of the height. */
  y: (value: number) => string;
}

interface PlotFrameProps extends Omit<PlotProps, 'isPartial'> {
  height: string;
  /** Labels below the plot, by slot. */
  labels?: ReadonlyMap<number, string>;
  children: (scale: Scale, hatching: string) => ReactNode;
}

/**
 * The axis, the grid and the mark of a plot with a scale of its own. Lengths are shares of the drawing, so that it fills
 * any width without a measurement.
 */
function PlotFrame({ values, compared, color, marked, onMark, height, labels, children }: PlotFrameProps) {
  const hatching = useId();
  const top = axisMaximum(Math.max(...values, ...(compared ?? [])));
  const y = (value: number) => percent(1 - value / top);
  const count = values.length;
  const markAtPointer = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onMark(slotAt((clientX - left) / width, count));
  };
  return (
    <Flex gap="2" aria-hidden="true" css={plotStyle} color={color}>
      <Axis ticks={[top, top / 2, 0]} height={height} />
      <Box flex="1" minWidth="0">
        <svg
          width="100%"
          height={height}
          onPointerMove={markAtPointer}
          onPointerDown={markAtPointer}
          // A finger leaves when it lifts, and what it marked stays.
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onMark(null)}
        >
          <pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="3" height="6" fill="currentColor" />
          </pattern>
          {marked !== null && (
            <rect data-mark="" x={percent(marked / count)} width={percent(1 / count)} height="100%" />
          )}
          {[top, top / 2, 0].map((value) => (
            <line key={value} data-grid="" x2="100%" y1={y(value)} y2={y(value)} />
          ))}
          {children({ top, y }, `url(#${hatching})`)}
        </svg>
        {labels && (
          <Box position="relative" height="5" marginTop="1.5" textStyle="2xs" color="fg.muted" className="tabular">
            {[...labels].map(([slot, label]) => (
              <Label key={slot} share={(slot + 0.5) / count} label={label} />
            ))}
          </Box>
        )}
      </Box>
    </Flex>
  );
}

/** A plot of 160 px with a bar for each value and labels below. Partial values are hatched. */
export function BarPlot({ isPartial, ...plot }: PlotProps & { labels: ReadonlyMap<number, string> }) {
  const count = plot.values.length;
  return (
    <PlotFrame {...plot} height="160px">
      {({ top, y }, hatching) => (
        <>
          {plot.values.map((value, slot) => (
            <rect
              key={slot}
              data-bar={isPartial(slot) ? 'partial' : 'whole'}
              x={percent((slot + 0.5 - BAR_SHARE / 2) / count)}
              width={percent(BAR_SHARE / count)}
              y={y(value)}
              height={percent(value / top)}
              fill={isPartial(slot) ? hatching : 'currentColor'}
            />
          ))}
          {/* The line is over the bars, so that it has an edge. */}
          {plot.compared && <Polyline values={plot.compared} top={top} kind="edge" />}
          {plot.compared && <Polyline values={plot.compared} top={top} kind="compared" />}
        </>
      )}
    </PlotFrame>
  );
}

/** A plot of 48 px with a line. Partial values have a hatched background. */
export function Sparkline({ isPartial, ...plot }: PlotProps) {
  const { values, marked } = plot;
  const share = (slots: number) => percent(slots / values.length);
  return (
    <PlotFrame {...plot} height="48px">
      {({ top, y }, hatching) => (
        <>
          {values.map(
            (_, slot) =>
              isPartial(slot) && (
                <rect key={slot} data-partial="" x={share(slot)} width={share(1)} height="100%" fill={hatching} />
              ),
          )}
          {plot.compared && <Polyline values={plot.compared} top={top} kind="compared" />}
          <Polyline values={values} top={top} kind="line" />
          {marked !== null && <circle cx={share(marked + 0.5)} cy={y(values[marked]!)} r="4" />}
        </>
      )}
    </PlotFrame>
  );
}

/** A label whose middle is at a share of the width, or whose edge is at the edge of the plot. */
function Label({ share, label }: { share: number; label: string }) {
  const [left, shift] = share < EDGE_SHARE ? [0, 0] : share > 1 - EDGE_SHARE ? [1, -100] : [share, -50];
  return (
    <Box as="span" position="absolute" whiteSpace="nowrap" style={{ left: percent(left), translate: `${shift}%` }}>
      {label}
    </Box>
  );
}

/** A line through the middle of each slot, stretched to the drawing without its stroke. */
function Polyline({
  values,
  top,
  kind,
}: {
  values: readonly number[];
  top: number;
  kind: 'line' | 'compared' | 'edge';
}) {
  // A single value is a line through its slot.
  const points = values.length === 1 ? [values[0]!, values[0]!] : values;
  const x = (index: number) => (values.length === 1 ? index : index + 0.5);
  return (
    <svg viewBox={`0 0 ${values.length} ${top}`} width="100%" height="100%" preserveAspectRatio="none">
      <polyline data-line={kind} points={points.map((value, index) => `${x(index)},${top - value}`).join(' ')} />
    </svg>
  );
}

function Axis({ ticks, height }: { ticks: readonly number[]; height: string }) {
  return (
    <Flex
      direction="column"
      justify="space-between"
      align="end"
      minWidth="7"
      // The middle of a number is at its line.
      height={`calc(${height} + 1em)`}
      marginTop="-0.5em"
      textStyle="2xs"
      lineHeight="1"
      color="fg.muted"
      className="tabular"
    >
      {ticks.map((value) => (
        <span key={value}>{formatCount(value)}</span>
      ))}
    </Flex>
  );
}

/** Returns the smallest round number that is at least `largest` and whose half is a whole number. */
export function axisMaximum(largest: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 6, 8, 10, 12, 16]) if (largest <= step * unit) return step * unit;
  }
}

/** Returns the slot at a position, given as a share of the width. */
const slotAt = (share: number, count: number) => Math.min(Math.max(Math.floor(share * count), 0), count - 1);

/** A label this near to the edge of the plot starts or ends there. */
const EDGE_SHARE = 0.05;

/** A bar's share of the width of its slot. */
const BAR_SHARE = 0.72;

const percent = (share: number) => `${Math.round(share * 100_000) / 1_000}%`;

const plotStyle: SystemStyleObject = {
  '& svg': { display: 'block', overflow: 'visible', touchAction: 'pan-y' },
  '& [data-grid]': { stroke: 'border', shapeRendering: 'crispEdges' },
  '& [data-mark]': { fill: 'bg.emphasized' },
  '& [data-partial]': { opacity: 0.35 },
  '& [data-bar=partial]': { stroke: 'currentColor' },
  '& polyline': { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round', strokeLinecap: 'butt' },
  '& [data-line=line]': { stroke: 'currentColor', strokeWidth: '2px' },
  '& [data-line=compared]': { stroke: 'fg.muted', strokeWidth: '1.5px', strokeDasharray: '4 3' },
  '& [data-line=edge]': { stroke: 'bg.panel', strokeWidth: '4px' },
  '& circle': { fill: 'currentColor', stroke: 'bg.panel', strokeWidth: '2px' },
};
