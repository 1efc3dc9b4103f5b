import { signInFor } from './paths';

test('whose session ended signs in where it did before', () => {
  expect(signInFor('/client/8e0d/campaign/new', true)).toBe('/client/login');
  expect(signInFor('/client/8e0d', false)).toBe('/admin/login');
  expect(signInFor('/Client/Dashboard/8e0d', false)).toBe('/client/login');
});

test('a second refusal, which comes when the first has led there, leads nowhere else', () => {
  expect(signInFor('/client/login', false)).toBe('/client/login');
  expect(signInFor('/admin/login', false)).toBe('/admin/login');
});
