/** Where a chart's days and numbers lie in its drawing. */
export interface Plot {
  width: number;
  height: number;
  viewBox: string;
  x: (nth: number) => number;
  y: (value: number) => number;
  /** The day at a share of the width. */
  nearest: (share: number) => number;
}

const WIDTH = 1000;
const HEIGHT = 200;
/** Room for half a line's breadth. */
const EDGE = 6;

/** The plot of so many days, up to `top`. */
export function plotOf(count: number, top: number): Plot {
  const gaps = Math.max(count - 1, 1);
  return {
    width: WIDTH,
    height: HEIGHT,
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    x: (nth) => round(EDGE + (nth / gaps) * (WIDTH - 2 * EDGE)),
    y: (value) => round(HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE)),
    nearest: (share) =>
      Math.min(Math.max(Math.round(((share * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * gaps), 0), count - 1),
  };
}

/** The first round number that holds all, and half of which is a whole one. */
export function axisTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 6, 8, 10, 12, 16]) if (most <= step * unit) return step * unit;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
