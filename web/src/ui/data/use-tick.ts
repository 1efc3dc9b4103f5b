import { useEffect, useReducer } from 'react';

const INTERVAL_MS = 30_000;

let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Renders the component again every half minute. All components share one timer. */
export function useTick(): void {
  const [, render] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    listeners.add(render);
    timer ??= setInterval(() => listeners.forEach((listener) => listener()), INTERVAL_MS);
    return () => {
      listeners.delete(render);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
}
