import { axisTop, plotOf } from './day-chart-plot';

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
  ])('for at most %i ends at %i', (most, top) => expect(axisTop(most)).toBe(top));
});

describe('a chart’s plot', () => {
  const plot = plotOf(30, 10);
  it('keeps the first and the last day, and the least and the most, inside', () => {
    expect([plot.x(0), plot.x(29)]).toEqual([6, 994]);
    expect([plot.y(10), plot.y(0)]).toEqual([6, 194]);
  });
  it('finds each day where it was drawn, and the ends beyond them', () => {
    for (let nth = 0; nth < 30; nth += 1) expect(plot.nearest(plot.x(nth) / plot.width)).toBe(nth);
    expect([plot.nearest(-0.2), plot.nearest(1.2)]).toEqual([0, 29]);
  });
  it('draws a single day', () => expect([plotOf(1, 2).x(0), plotOf(1, 2).nearest(0.9)]).toEqual([6, 0]));
});
