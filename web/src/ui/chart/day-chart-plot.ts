/** Maps a chart's days and values to SVG coordinates. */
export interface Plot {
  width: number;
  height: number;
  viewBox: string;
  x: (index: number) => number;
  y: (value: number) => number;
  /** Returns the index of the day nearest to a position, given as a share of the width from 0 to 1. */
  nearest: (share: number) => number;
}

const WIDTH = 1000;
const HEIGHT = 200;
/** Keeps half a line's width inside the drawing. */
const EDGE = 6;

/** Creates the plot of `count` days with values up to `top`. */
export function createPlot(count: number, top: number): Plot {
  const gaps = Math.max(count - 1, 1);
  return {
    width: WIDTH,
    height: HEIGHT,
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    x: (index) => round(EDGE + (index / gaps) * (WIDTH - 2 * EDGE)),
    y: (value) => round(HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE)),
    nearest: (share) =>
      Math.min(Math.max(Math.round(((share * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * gaps), 0), count - 1),
  };
}

/** Returns the smallest round number that is at least `largest` and whose half is a whole number. */
export function axisMaximum(largest: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 6, 8, 10, 12, 16]) if (largest <= step * unit) return step * unit;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
