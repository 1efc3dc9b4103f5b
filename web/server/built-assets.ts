import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { Client } from './client-bundle';
import { landingRenderer } from './landing/landing-renderer';
import { fillPage, type PageSettings, pageWithNonce } from './page-settings';
import { clientDomainOf } from './site';

const LANDING_ENTRY = 'src/landing/script/enhance.ts';
const YEAR_MS = 31_536_000_000;

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Reads the built client from `dist/client`, which is beside the built server. */
export function readBuiltAssets(settings: PageSettings, folder = join(__dirname, '../client')): Client {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const entry = manifest[LANDING_ENTRY];
  if (!entry) throw new Error(`the build has no ${LANDING_ENTRY}: run npm run build`);
  return {
    landing: {
      styles: (entry.css ?? []).map((file) => readFileSync(join(folder, file), 'utf8')).join(''),
      script: `/${entry.file}`,
      imports: [...importsOf(entry, manifest)].map(({ file }) => `/${file}`),
    },
    renderer: async () => landingRenderer,
    handler: Router()
      // File names contain a content hash, so the files never change. index.html refers to the current ones.
      .get(
        '/assets/*file',
        expressStaticGzip(folder, {
          enableBrotli: true,
          orderPreference: ['br', 'gzip'],
          index: false,
          serveStatic: { immutable: true, maxAge: YEAR_MS, redirect: false },
        }),
      )
      .use(express.static(folder, { index: false, redirect: false }))
      .use(screenHandler(readFileSync(join(folder, 'index.html'), 'utf8'), settings)),
  };
}

function importsOf({ imports = [] }: ManifestEntry, manifest: Record<string, ManifestEntry>): Set<ManifestEntry> {
  const direct = imports.map((name) => manifest[name]!);
  return new Set(direct.flatMap((part) => [part, ...importsOf(part, manifest)]));
}

/**
 * Responds to the URLs of screens with the app, whose router handles unknown paths. Missing files fall through to a
 * 404.
 */
function screenHandler(html: string, settings: PageSettings): RequestHandler {
  return (request, response, next) => {
    const isReadRequest = ['GET', 'HEAD'].includes(request.method);
    // The start page is returned for any Accept header, because probes may not send one.
    const isScreen = request.path === '/' || (request.get('accept')?.includes('text/html') && !extname(request.path));
    if (!isReadRequest || !isScreen) return next();
    // Neither a cache nor a 304 may join this page with the policy of another response, which has another nonce. So the
    // page is private and has no ETag.
    const page = fillPage(html, { settings, url: request.originalUrl, client: clientDomainOf(response) });
    response
      .set('cache-control', 'private, no-cache')
      .type('html')
      .end(pageWithNonce(page, String(response.locals['styleNonce'])));
  };
}
