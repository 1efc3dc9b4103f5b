import { defineConfig } from 'vite';
import client from './vite.config';

/** The Node server, built into dist/server. CommonJS, as the other services are. */
export default defineConfig({
  resolve: client.resolve,
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // React chooses its build when it is loaded, before our settings are read; the one for development renders many times slower.
        banner: "process.env.NODE_ENV ||= 'production';",
      },
    },
  },
});
