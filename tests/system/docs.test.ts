import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

const testsNamedIn = (page: string) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  // A file without a title stands for all of its tests.
  return [...text.matchAll(/`([\w/.-]+\/[\w.-]+\.(?:test|spec)\.ts)(?: › ([^`]+))?`/g)].map(
    ([, file = '', name = '']) => ({
      page,
      file,
      name,
    }),
  );
};
const [security, operations] = [testsNamedIn('compliance/security-model.md'), testsNamedIn('operate/guarantees.md')];

test('the security model and the guarantees name the expected number of tests', () => {
  expect(security.length).toBeGreaterThan(70);
  expect(operations.length).toBeGreaterThan(30);
});

test.each([...security, ...operations])('$file has the test that $page names: $name', ({ file, name }) => {
  const source = readFileSync(join(root, file), 'utf8');
  expect(['', "'", '`', '"'].some((quote) => source.includes(`${quote}${name}`))).toBe(true);
});
