import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Client } from './client-bundle';
import type * as Renderer from './landing/landing-renderer';
import { fillPage, type PageSettings } from './page-settings';

/** Serves the client with Vite instead of the build, on the same routes and with reload on change. */
export async function devClient(server: Server, settings: PageSettings): Promise<Client> {
  // eslint-disable-next-line import-x/no-extraneous-dependencies -- used only in development
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: join(__dirname, '../..'),
    server: { middlewareMode: true, ws: { server } as never, hmr: { server } },
    appType: 'spa',
    plugins: [
      {
        name: 'page-settings',
        transformIndexHtml: (html, { originalUrl = '' }) =>
          // Vite does not tell which domain was requested.
          fillPage(html, { settings, url: originalUrl, client: null }),
      },
    ],
  });
  return {
    landing: { stylesheet: '/src/landing/landing.css', script: '/src/landing/script/enhance.ts' },
    renderer: async () =>
      ((await vite.ssrLoadModule('/server/landing/landing-renderer.tsx')) as typeof Renderer).landingRenderer,
    handler: vite.middlewares as never,
  };
}
