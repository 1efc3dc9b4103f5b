import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page that a browser gets at /graphql, built into the server's dist. */
export default defineConfig({
  plugins: [react()],
  base: '/graphql/',
  build: {
    outDir: '../dist/playground',
    emptyOutDir: true,
    // The editor alone is larger than the limit that Vite warns at.
    chunkSizeWarningLimit: 5_000,
  },
});
