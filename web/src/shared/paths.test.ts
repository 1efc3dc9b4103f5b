import { signInPathOf } from './paths';

test('signInPathOf leads to the sign-in screen of the role', () => {
  expect([signInPathOf('admin'), signInPathOf('client')]).toEqual(['/admin/login', '/client/login']);
});
