import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
// In a development pod the packages are links to another folder.
const packages = dirname(dirname(createRequire(import.meta.url).resolve('react/package.json')));
const services = fileURLToPath(new URL('../services', import.meta.url));

/** Builds the screens and the landing page for the browser into `dist/client`. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: [{ find: /^@dripline\/([^/]+)\/(.*)$/, replacement: `${services}/$1/src/$2.ts` }] },
  server: { fs: { allow: [root, packages] } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    rollupOptions: { input: { app: 'index.html', landing: 'src/landing/enhance.ts' } },
  },
});
