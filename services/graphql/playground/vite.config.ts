import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the GraphiQL page that is served at /graphql into the server's dist folder. */
export default defineConfig({
  plugins: [react()],
  base: '/graphql/',
  build: {
    outDir: '../dist/playground',
    emptyOutDir: true,
    // The editor alone exceeds Vite's default limit.
    chunkSizeWarningLimit: 5_000,
  },
});
