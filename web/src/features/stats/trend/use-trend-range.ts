import { useSearchParams } from 'react-router';
import { parseRange, todayIn } from './trend-range';

/** Reads the date range of the chart and its comparison from the address, and returns functions that change them. */
export function useTrendRange(timeZone: string) {
  const [params, setParams] = useSearchParams();
  const today = todayIn(timeZone);
  const change = (name: 'range' | 'compare', value: string | null, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return {
    today,
    range: parseRange(params.get('range'), today),
    isCompared: params.has('compare'),
    /** Shows another range. A range that is being typed replaces the history entry, so that Back undoes all of it. */
    showRange: (value: string, isTyped = false) => change('range', value === '30' ? null : value, isTyped),
    compare: (isCompared: boolean) => change('compare', isCompared ? '1' : null),
  };
}
