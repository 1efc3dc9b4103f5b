import { recentFirst } from './recent-clients';

test('recentFirst puts the recent clients first, the latest at the top, and keeps the order of the others', () => {
  const clients = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(recentFirst(clients, ['d', 'gone', 'b']).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
});
