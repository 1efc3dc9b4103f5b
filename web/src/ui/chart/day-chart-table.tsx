import { VisuallyHidden } from '@chakra-ui/react';
import { formatCount, formatDay } from '../../shared/format';
import type { DayValues, Series } from './day-chart-series';

interface DayChartTableProps<Key extends string> {
  title: string;
  series: ReadonlyArray<Series<Key>>;
  days: ReadonlyArray<DayValues<Key>>;
}

/** A chart's values as a visually hidden table for screen readers. */
export function DayChartTable<Key extends string>({ title, series, days }: DayChartTableProps<Key>) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day)}</th>
              {series.map(({ key }) => (
                <td key={key}>{formatCount(day[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
