import { axisMaximum } from './plot';

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
])('the axis has its top at the right value when the largest value is %i: %i', (largest, top) =>
  expect(axisMaximum(largest)).toBe(top),
);
