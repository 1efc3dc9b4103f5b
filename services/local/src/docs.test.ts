import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths';

const folders: Record<string, string> = { G: 'services/graphql/src', L: 'services/local/src', C: 'services/contract/src', R: 'services/rest-facade/src', W: 'services/workflows/src', E: 'web/e2e' };
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/`([\w/.-]+\.test\.ts) › ([^`]+)`/g)].map(([, file = '', name = '']) => ({ file: file.replace(/^([A-Z])\//, (_, letter: string) => `${folders[letter]}/`), name }));

test('the security page names enough tests to be worth reading', () => expect(named.length).toBeGreaterThan(70));

test.each(named)('$file still has the test that the security page names: $name', ({ file, name }) => {
  const source = readFileSync(join(root, file), 'utf8');
  expect(['', "'", '`', '"'].some((quote) => source.includes(`${quote}${name}`))).toBe(true);
});
