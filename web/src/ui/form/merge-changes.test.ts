import { changedValues, mergeChanges } from './merge-changes';

const base = { name: 'A', text: 'B', hours: { start: '21:00', end: '08:00' }, list: [1, 2] };

test('changedValues returns only the fields that differ', () => {
  expect(changedValues(base, { ...base, name: 'C' })).toEqual({ name: 'C' });
  expect(changedValues(base, structuredClone(base))).toEqual({});
});

test('mergeChanges keeps the changes of both where they concern different fields', () => {
  const yours = { ...base, name: 'Mine', hours: { ...base.hours, start: '20:00' } };
  const theirs = { ...base, text: 'Theirs', hours: { ...base.hours, end: '07:00' } };
  expect(mergeChanges(base, yours, theirs)).toEqual({
    merged: { name: 'Mine', text: 'Theirs', hours: { start: '20:00', end: '07:00' }, list: [1, 2] },
    conflicts: [],
  });
});

test('mergeChanges reports a field that both changed to different values, by its path', () => {
  const yours = { ...base, name: 'Mine', hours: { ...base.hours, start: '20:00' } };
  const theirs = { ...base, name: 'Theirs', hours: { ...base.hours, start: '22:00' } };
  expect(mergeChanges(base, yours, theirs).conflicts).toEqual([
    { name: 'name', yours: 'Mine', theirs: 'Theirs' },
    { name: 'hours.start', yours: '20:00', theirs: '22:00' },
  ]);
});

test('mergeChanges reports no conflict if both made the same change', () => {
  const same = { ...base, list: [3] };
  expect(mergeChanges(base, same, structuredClone(same))).toEqual({ merged: same, conflicts: [] });
});
