import { sortRows } from './sort-rows';

const rows = [
  { name: 'beta 10', n: 2 },
  { name: 'Alpha', n: 10 },
  { name: 'beta 2', n: 2 },
];
const names = (sorted: typeof rows) => sorted.map(({ name }) => name);

test('texts are ordered as people read them, whatever their case', () => {
  expect(names(sortRows(rows, ({ name }) => name, false))).toEqual(['Alpha', 'beta 2', 'beta 10']);
});

test('numbers are ordered by size, and equal rows keep their order both ways', () => {
  expect(names(sortRows(rows, ({ n }) => n, false))).toEqual(['beta 10', 'beta 2', 'Alpha']);
  expect(names(sortRows(rows, ({ n }) => n, true))).toEqual(['Alpha', 'beta 10', 'beta 2']);
});

test('the list given is left as it was', () => {
  sortRows(rows, ({ n }) => n, true);
  expect(rows[0]!.name).toBe('beta 10');
});
