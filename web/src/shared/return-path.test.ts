import { isAdminScreen, isScreenOf, returnPathIn, signInToReturn } from './return-path';

const origin = 'https://app.example.com';

it('leads from a screen to the sign-in screen and back', () => {
  const address = signInToReturn('/admin/login', { pathname: '/client/a', search: '?tab=leads&page=2' });
  expect(address).toBe('/admin/login?next=%2Fclient%2Fa%3Ftab%3Dleads%26page%3D2');
  expect(returnPathIn(new URL(address, origin).search, origin)).toBe('/client/a?tab=leads&page=2');
});

it.each(['/', '/admin/login'])('%s needs no way back', (pathname) =>
  expect(signInToReturn('/admin/login', { pathname, search: '' })).toBe('/admin/login'),
);

it.each([
  '',
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/%',
  '/\t/evil.example',
])('never leads to another site: %s', (next) => {
  const path = returnPathIn(`?${new URLSearchParams({ next }).toString()}`, origin);
  expect(path === null || path === '/%').toBe(true);
});

it.each([
  ['/client/dashboard/a1', true],
  ['/client/dashboard/A1?tab=leads', true],
  ['/client/dashboard/a1/campaign/new', true],
  ['/client/a1/campaign/new', false],
  ['/client/dashboard/a12', false],
  ['/client/dashboard/b', false],
  ['/admin', false],
])('whether %s is a screen of the client a1: %s', (path, expected) => expect(isScreenOf('a1', path)).toBe(expected));

it.each([
  ['/admin/team?tab=security', true],
  ['/client/a1?tab=leads', true],
  ['/client/a1/campaign/new', true],
  ['/Client/Dashboard/a1', false],
  ['/client/login', false],
])('whether %s is a screen of administrators: %s', (path, expected) => expect(isAdminScreen(path)).toBe(expected));
