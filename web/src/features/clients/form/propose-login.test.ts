import { generatePassword, proposeUsername } from './propose-login';

test('a generated password has 20 random letters and digits in groups of five', () => {
  const passwords = Array.from({ length: 1_000 }, generatePassword);
  for (const password of passwords) expect(password).toMatch(/^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/);
  expect(new Set(passwords).size).toBe(1_000);
  // Each of the 32 characters appears.
  expect(new Set(passwords.join('').replaceAll('-', '')).size).toBe(32);
});

test.each([
  ['Acme Plumbing', 'acme-plumbing'],
  ['  Bob & Sons, Inc.', 'bob-sons-inc'],
  ['…', ''],
])('the username proposed for %s is %s', (businessName, username) => {
  expect(proposeUsername(businessName)).toBe(username);
});
