import { formTokens } from './form-token';

const tokens = formTokens('a token between services');
const at = new Date('2026-03-14T12:00:00.123Z');

test('a form token contains when its page was rendered, regardless of the case of the URL', () => {
  const token = tokens.sign('acme/Spring', at);
  expect(tokens.read('ACME/spring', token)).toEqual(at);
  expect(token).toMatch(/^[\w.-]{40,60}$/);
});

test('a form token is valid only for its page and unmodified', () => {
  const token = tokens.sign('acme/spring', at);
  expect(tokens.read('acme/winter', token)).toBe('forged');
  for (let n = 7; n < token.length; n += 1) {
    const changed = token.slice(0, n) + (token[n] === 'a' ? 'b' : 'a') + token.slice(n + 1);
    expect(tokens.read('acme/spring', changed)).toBe('forged');
  }
  for (const junk of ['', 'x', `${token}x`, token.replace('.', ''), '\u0000', 'a.b.c'])
    expect(tokens.read('acme/spring', junk)).toBe('forged');
});

test('a form token of another key is neither valid nor forged', () => {
  expect(tokens.read('acme/spring', formTokens('the token of before').sign('acme/spring'))).toBeNull();
});
