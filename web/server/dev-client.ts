import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Client } from './client';
import type * as Renderer from './landing/landing-renderer';
import { namedPage } from './named-page';

/** Vite in place of the build: the same routes, with reload on change. */
export async function devClient(server: Server, productName: string): Promise<Client> {
  // eslint-disable-next-line import-x/no-extraneous-dependencies -- only development comes here
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: join(__dirname, '../..'),
    server: { middlewareMode: true, ws: { server } as never, hmr: { server } },
    appType: 'spa',
    plugins: [{ name: 'product-name', transformIndexHtml: (html) => namedPage(html, productName) }],
  });
  return {
    landing: { stylesheet: '/src/landing/landing.css', script: '/src/landing/enhance.ts' },
    renderer: async () =>
      ((await vite.ssrLoadModule('/server/landing/landing-renderer.tsx')) as typeof Renderer).landingRenderer,
    handler: vite.middlewares as never,
  };
}
