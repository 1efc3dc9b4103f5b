import { LeastRecentlyUsed } from './least-recently-used';

test('the cache evicts the least recently used value when it is full', () => {
  const kept = new LeastRecentlyUsed<number>(3);
  for (const [value, key] of ['a', 'b', 'c'].entries()) kept.set(key, value);
  expect(kept.get('a')).toBe(0);
  kept.set('d', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual([0, undefined, 2, 3]);
  kept.deleteWhere((value) => value > 0);
  expect([kept.size, kept.get('a')]).toEqual([1, 0]);
});
