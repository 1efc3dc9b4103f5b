import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

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

/** Returns the chunks that the browser loads for these entries. */
function chunksOf(...entries: string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    manifest[name]!.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...seen];
}
const scriptsOf = (...entries: string[]) => chunksOf(...entries).map((name) => manifest[name]!.file);

const compressed = (files: string[]) => files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
const screens = chunksOf('index.html').flatMap((name) => manifest[name]!.dynamicImports ?? []);

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

test('a compressed script is the script', () => {
  const scripts = readdirSync(join(built, 'assets')).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts) {
    const file = join(built, 'assets', script);
    const source = readFileSync(file);
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(source)).toBe(true);
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(source)).toBe(true);
  }
});

// The bytes that the server sends to a browser: the build compresses each script.
test.each([
  ['src/pages/client-login.tsx', 190, 5],
  ['src/pages/admin-login.tsx', 190, 5],
  ['src/pages/admin-console.tsx', 230, 8],
  ['src/pages/client-dashboard.tsx', 236, 8],
  ['src/pages/admin-client.tsx', 236, 8],
  ['src/pages/campaign-builder.tsx', 273, 9],
])('the app with %s as its first screen loads at most %d KB of scripts in %d files', (screen, budget, maxFiles) => {
  const files = scriptsOf('index.html', screen);
  const sent = files.reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0);
  expect(sent).toBeLessThanOrEqual(budget * KB);
  expect(files.length).toBeLessThanOrEqual(maxFiles);
});

test('the chart of a dashboard is one script of at most 8 KB, which loads after the screen', () => {
  const screen = scriptsOf('index.html', 'src/pages/client-dashboard.tsx');
  const later = Object.keys(manifest).filter((name) => name.startsWith('_trend-'));
  expect(later).toHaveLength(1);
  const chart = scriptsOf(...later).filter((file) => !screen.includes(file));
  expect(chart).toHaveLength(1);
  expect(statSync(join(built, `${chart[0]}.br`)).size).toBeLessThanOrEqual(8 * KB);
});

test('the landing page loads at most 60 KB of compressed scripts, without Chakra, Apollo or React', () => {
  const scripts = scriptsOf('src/landing/script/enhance.ts');
  expect(compressed(scripts)).toBeLessThanOrEqual(60 * KB);
  const code = scripts.map(read).join('');
  for (const library of ['chakra', 'apollo', '__typename', 'react']) expect(code.toLowerCase()).not.toContain(library);
  // A white-label page must not name the product in any file that it loads.
  for (const file of [...scripts, ...manifest['src/landing/script/enhance.ts']!.css!, 'video-poster.svg'])
    expect(read(file).toLowerCase()).not.toContain('dripline');
  // A control for the check above: the app's scripts contain all of these names.
  const app = scriptsOf('index.html', 'src/pages/client-login.tsx').map(read).join('').toLowerCase();
  for (const library of ['chakra', 'apollo', '__typename', 'react']) expect(app).toContain(library);
});
