import { formTokens } from './form-token';

const tokens = formTokens('a token between services');
const at = new Date('2026-03-14T12:00:00.123Z');

test('say when their page was made, whatever the case of its address', () => {
  const token = tokens.sign('acme/Spring', at);
  expect(tokens.read('ACME/spring', token)).toEqual(at);
  expect(token).toMatch(/^[\w.-]{40,60}$/);
});

test('are good for one page, and as they were signed', () => {
  const token = tokens.sign('acme/spring', at);
  expect(tokens.read('acme/winter', token)).toBe('forged');
  for (let n = 7; n < token.length; n += 1) {
    const changed = token.slice(0, n) + (token[n] === 'a' ? 'b' : 'a') + token.slice(n + 1);
    expect(tokens.read('acme/spring', changed)).toBe('forged');
  }
  for (const junk of ['', 'x', `${token}x`, token.replace('.', ''), '\u0000', 'a.b.c'])
    expect(tokens.read('acme/spring', junk)).toBe('forged');
});

test('of another key say nothing', () => {
  expect(tokens.read('acme/spring', formTokens('the token of before').sign('acme/spring'))).toBeNull();
});
