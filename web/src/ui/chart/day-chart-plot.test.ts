import { axisMaximum, createPlot } from './day-chart-plot';

describe('a chart’s axis', () => {
  it.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [7, 8],
    [11, 12],
    [61, 80],
    [100, 100],
    [107, 120],
    [1_204, 1_600],
    [1_601, 2_000],
  ])('has its top at the right value when the largest value is %i: %i', (largest, top) =>
    expect(axisMaximum(largest)).toBe(top),
  );
});

describe('a chart’s plot', () => {
  const plot = createPlot(30, 10);
  it('keeps the first and last day and the smallest and largest value inside its edges', () => {
    expect([plot.x(0), plot.x(29)]).toEqual([6, 994]);
    expect([plot.y(10), plot.y(0)]).toEqual([6, 194]);
  });
  it('finds the nearest day at each position, and the first or last day outside the plot', () => {
    for (let index = 0; index < 30; index += 1) expect(plot.nearest(plot.x(index) / plot.width)).toBe(index);
    expect([plot.nearest(-0.2), plot.nearest(1.2)]).toEqual([0, 29]);
  });
  it('draws a single day', () => expect([createPlot(1, 2).x(0), createPlot(1, 2).nearest(0.9)]).toEqual([6, 0]));
});
