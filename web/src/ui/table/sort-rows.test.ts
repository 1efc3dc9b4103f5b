import { sortRows } from './sort-rows';

const rows = [
  { name: 'beta 10', n: 2 },
  { name: 'Alpha', n: 10 },
  { name: 'beta 2', n: 2 },
];
const names = (sorted: typeof rows) => sorted.map(({ name }) => name);

test('sortRows compares texts case-insensitively and their numbers by value', () => {
  expect(names(sortRows(rows, ({ name }) => name, false))).toEqual(['Alpha', 'beta 2', 'beta 10']);
});

test('sortRows compares numbers by size and keeps the order of equal rows in both directions', () => {
  expect(names(sortRows(rows, ({ n }) => n, false))).toEqual(['beta 10', 'beta 2', 'Alpha']);
  expect(names(sortRows(rows, ({ n }) => n, true))).toEqual(['Alpha', 'beta 10', 'beta 2']);
});

test('sortRows does not change the given list', () => {
  sortRows(rows, ({ n }) => n, true);
  expect(rows[0]!.name).toBe('beta 10');
});
