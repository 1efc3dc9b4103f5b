import { defineConfig } from 'vite';
import { resolve } from './vite.config';

/** Builds the Node server into `dist/server`, as CommonJS like the other services. */
export default defineConfig({
  resolve,
  publicDir: false,
  // Another release of it stands in the root's node_modules.
  ssr: { noExternal: ['lru-cache'] },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    rollupOptions: {
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // React chooses its build when it is loaded, before the configuration is read. Its development build renders
        // many times slower.
        banner: "process.env.NODE_ENV ||= 'production';",
      },
    },
  },
});
