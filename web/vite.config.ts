import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
// In a development pod the packages are links to another folder.
const packages = dirname(dirname(createRequire(import.meta.url).resolve('react/package.json')));
const services = fileURLToPath(new URL('../services', import.meta.url));

/** Makes each generated document a module of its own, so that a screen loads only the documents it uses. */
function documentModules(): Plugin {
  const prefix = '\0document:';
  const documents = new Map<string, string>();
  return {
    name: 'document-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? { id, moduleSideEffects: false } : undefined),
    load: (id) => (id.startsWith(prefix) ? documents.get(id.slice(prefix.length)) : undefined),
    transform: {
      filter: { id: /\/shared\/graphql\/generated\.ts$/ },
      handler: (code) => ({
        code: code.replaceAll(
          /^export const (\w+) = (.*) as unknown as DocumentNode<.*$/gm,
          (_line, name: string, value: string) => {
            documents.set(name, `export const ${name} = ${value};`);
            return `export { ${name} } from ${JSON.stringify(prefix + name)};`;
          },
        ),
        map: null,
        moduleSideEffects: false,
      }),
    },
  };
}

/** Compresses the assets, so that the server need not do it for each request. */
function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    // After all plugins have changed the files.
    writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css)$/.test(fileName)) continue;
        const file = join(dir!, fileName);
        const source = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(source));
        writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

/** Resolves the packages of the services to their sources. */
export const resolve = { alias: [{ find: /^@dripline\/([^/]+)\/(.*)$/, replacement: `${services}/$1/src/$2.ts` }] };
const input = { app: 'index.html', landing: 'src/landing/script/enhance.ts' };

/** The first script lists all others, and hashes do not compress. 42 bits tell the builds of a file apart. */
const shortFileNames = {
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** Returns the modules that the browser loads for each screen, from a build with the bundler's own chunks. */
async function modulesOfScreens(): Promise<Map<string, Set<string>>> {
  const built = await build({
    configFile: false,
    root: `${root}web`,
    logLevel: 'error',
    plugins: [react(), documentModules()],
    resolve,
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input } },
  });
  const chunks = (built as Rolldown.RolldownOutput).output.filter((output) => output.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const modulesOf = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()): string[] => {
    if (seen.has(chunk)) return [];
    seen.add(chunk);
    return [...chunk.moduleIds, ...chunk.imports.flatMap((file) => modulesOf(byFile.get(file)!, seen))];
  };
  return new Map(chunks.map((chunk) => [basename(chunk.facadeModuleId ?? ''), new Set(modulesOf(chunk))]));
}

/**
 * Puts what several screens load into few chunks: of sign-in, of the workspace, of its forms, of its tables and of what is
 * loaded after the screen. What only one of the main screens loads at first is a chunk, too. With a chunk for each set of users, a
 * dashboard would open with 49 requests for scripts.
 */
async function sharedChunks(): Promise<Rolldown.CodeSplittingOptions> {
  const screens = await modulesOfScreens();
  // The landing page shares a few small modules with the app and must not load more of it.
  const isApart = (id: string) => id.includes('/src/pages/') || screens.get('enhance.ts')!.has(id);
  const loads = (id: string) => (screen: string) => !isApart(id) && screens.get(screen)!.has(id);
  // The console's first tab shows a table as soon as its code is loaded.
  const tables = 'busiest-clients.tsx';
  const afterScreen = ['unsaved-changes-guard.tsx', 'toast-area.tsx', 'command-launcher.tsx', 'follow-changes.ts'];
  const main = ['client-dashboard.tsx', 'admin-console.tsx', 'campaign-builder.tsx'];
  const group = (name: string, test: (isLoadedBy: (screen: string) => boolean) => boolean) => ({
    name,
    test: (id: string) => test(loads(id)),
  });
  return {
    // Each group already has the imports of its modules, or they are in the groups before it.
    includeDependenciesRecursively: false,
    groups: [
      group('sign-in', (isLoadedBy) => ['index.html', 'client-login.tsx', 'admin-login.tsx'].some(isLoadedBy)),
      group(
        'workspace',
        (isLoadedBy) =>
          main.filter(isLoadedBy).length + Number([tables, ...afterScreen].some(isLoadedBy)) > 1 &&
          main.some(isLoadedBy),
      ),
      group('forms', (isLoadedBy) => ['campaign-builder.tsx', 'edit-client-drawer.tsx'].every(isLoadedBy)),
      ...main.map((screen) => group(basename(screen, '.tsx'), (isLoadedBy) => isLoadedBy(screen))),
      group('tables', (isLoadedBy) => isLoadedBy(tables)),
      group('after-screen', (isLoadedBy) => afterScreen.some(isLoadedBy)),
      group('notifications', (isLoadedBy) => isLoadedBy('notifications-button.tsx')),
      // Analytics shows the same chart as a dashboard.
      group('trend', (isLoadedBy) => isLoadedBy('client-trend.tsx')),
    ],
  };
}

/** Builds the screens and the landing page for the browser into `dist/client`. */
export default defineConfig(async ({ command }) => ({
  plugins: [react(), documentModules(), compressedAssets()],
  resolve,
  server: { fs: { allow: [root, packages] } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input,
      ...(command === 'build' && { output: { ...shortFileNames, codeSplitting: await sharedChunks() } }),
    },
  },
}));
