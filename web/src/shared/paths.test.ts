import { signInPathFor } from './paths';

test('signInPathFor leads to the sign-in screen that matches the expired session', () => {
  expect(signInPathFor('/client/8e0d/campaign/new', true)).toBe('/client/login');
  expect(signInPathFor('/client/8e0d', false)).toBe('/admin/login');
  expect(signInPathFor('/Client/Dashboard/8e0d', false)).toBe('/client/login');
});

test('signInPathFor stays on the sign-in screen when a later response is also rejected', () => {
  expect(signInPathFor('/client/login', false)).toBe('/client/login');
  expect(signInPathFor('/admin/login', false)).toBe('/admin/login');
});
