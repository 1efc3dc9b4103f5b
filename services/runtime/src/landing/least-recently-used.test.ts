import { LeastRecentlyUsed } from './least-recently-used';

test('of more values than it keeps, the one that was asked for longest ago goes', () => {
  const kept = new LeastRecentlyUsed<number>(3);
  for (const [value, key] of ['a', 'b', 'c'].entries()) kept.set(key, value);
  expect(kept.get('a')).toBe(0);
  kept.set('d', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual([0, undefined, 2, 3]);
  kept.deleteWhere((value) => value > 0);
  expect([kept.size, kept.get('a')]).toEqual([1, 0]);
});
