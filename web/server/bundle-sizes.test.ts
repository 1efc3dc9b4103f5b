import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const built = join(__dirname, '../dist/client');
const KB = 1024;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const read = (file: string) => readFileSync(join(built, file), 'utf8');

/** Returns every script that the browser loads for these entries. */
function scriptsOf(...entries: string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    manifest[name]!.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...seen].map((name) => manifest[name]!.file);
}

const compressed = (files: string[]) => files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
const screens = manifest['index.html']!.dynamicImports!;

test('each screen is a chunk of its own', () => {
  expect(screens).toEqual(
    expect.arrayContaining(
      ['home', 'admin-login', 'admin-console', 'client-login', 'client-dashboard'].map(
        (name) => `src/pages/${name}.tsx`,
      ),
    ),
  );
  for (const screen of screens) expect(scriptsOf('index.html')).not.toContain(manifest[screen]!.file);
});

test.each([
  ['src/pages/client-login.tsx', 253],
  ['src/pages/admin-login.tsx', 252],
  ['src/pages/admin-console.tsx', 276],
  ['src/pages/client-dashboard.tsx', 328],
  ['src/pages/admin-client.tsx', 327],
  ['src/pages/campaign-builder.tsx', 347],
])('the app with %s as its first screen loads at most %d KB of compressed scripts', (screen, budget) => {
  expect(compressed(scriptsOf('index.html', screen))).toBeLessThanOrEqual(budget * KB);
});

test('the landing page loads at most 60 KB of compressed scripts, without Chakra, Apollo or React', () => {
  const scripts = scriptsOf('src/landing/enhance.ts');
  expect(compressed(scripts)).toBeLessThanOrEqual(60 * KB);
  const code = scripts.map(read).join('');
  for (const library of ['chakra', 'apollo', '__typename', 'react']) expect(code.toLowerCase()).not.toContain(library);
  // A white-label page must not name the product in any file that it loads.
  for (const file of [...scripts, ...manifest['src/landing/enhance.ts']!.css!, 'video-poster.svg'])
    expect(read(file).toLowerCase()).not.toContain('dripline');
  // A control for the check above: the app's scripts contain all of these names.
  const app = scriptsOf('index.html', 'src/pages/client-login.tsx').map(read).join('').toLowerCase();
  for (const library of ['chakra', 'apollo', '__typename', 'react']) expect(app).toContain(library);
});
