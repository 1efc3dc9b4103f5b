import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
// In a development pod the packages are links to another folder.
const packages = dirname(dirname(createRequire(import.meta.url).resolve('react/package.json')));
const services = fileURLToPath(new URL('../services', import.meta.url));

/** The chunks that each chunk imports, and index.html's own. */
const imports = new Map<string, string[]>();
let app = '';

/** Collects them before Vite writes the lists of files that dynamic imports preload. */
const collectImports: Plugin = {
  name: 'collect-imports',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue;
        imports.set(file, chunk.imports);
        if (chunk.facadeModuleId?.endsWith('/index.html')) app = file;
      }
    },
  },
};

/** Adds a chunk and what it imports, which are loaded when it runs. */
function addLoaded(file: string, loaded: Set<string>): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  imports.get(file)?.forEach((name) => addLoaded(name, loaded));
  return loaded;
}

/** Builds the screens and the landing page for the browser into `dist/client`. */
export default defineConfig({
  plugins: [react(), collectImports],
  resolve: { alias: [{ find: /^@dripline\/([^/]+)\/(.*)$/, replacement: `${services}/$1/src/$2.ts` }] },
  server: { fs: { allow: [root, packages] } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      // Without the files that are loaded already. The lists are a part of each screen's scripts, and the names of files
      // do not compress.
      resolveDependencies: (_file, files, { hostId, hostType }) => {
        const loaded = hostType === 'html' ? undefined : addLoaded(hostId, addLoaded(app, new Set()));
        return files.filter((file) => !loaded?.has(file));
      },
    },
    rollupOptions: { input: { app: 'index.html', landing: 'src/landing/enhance.ts' } },
  },
});
