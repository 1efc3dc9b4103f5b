import { NO_CONTENT_POLICY, securityHeaders } from '@dripline/runtime/http/security-headers';
import compression from 'compression';
import express, { Router, type Request, type Response } from 'express';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const YEAR_MS = 31_536_000_000;
const built = path.join(__dirname, '../../../dist/playground');

// GraphiQL's editor writes the position of each line into a `style` attribute, which no nonce or hash can allow, and
// loads images and fonts from its style sheet.
const policy = {
  ...NO_CONTENT_POLICY,
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/**
 * Serves GraphiQL to GET requests that accept HTML, and passes every other request on. Callers who may not open it get a
 * page that says how.
 */
export function playground(
  { publicUrl }: { publicUrl: string },
  mayOpen: (res: Response) => boolean,
  folder = built,
): Router {
  const index = path.join(folder, 'index.html');
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null;
  const headers = securityHeaders(policy, publicUrl);
  const signInHeaders = securityHeaders(signInPolicy, publicUrl);
  const router = Router();
  router.get('/', (req, res, next) => {
    res.vary('Accept');
    if (!acceptsHtml(req)) return next();
    if (!mayOpen(res)) {
      res.status(401).set(signInHeaders).set({ 'cache-control': 'no-cache', 'www-authenticate': 'Bearer' });
      return void res.type('html').send(signInPage);
    }
    if (page === null)
      return void res.status(404).type('text/plain').send('GraphiQL is not built. POST operations to this address.\n');
    res.set(headers).set('cache-control', 'no-cache').type('html').send(page);
  });
  // Asset names contain a content hash, so they can be cached for good; the page itself names the current ones.
  router.use(
    '/assets',
    compression(),
    express.static(path.join(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false, redirect: false }),
  );
  router.use('/assets', (_req, res) => void res.status(404).type('text/plain').send('Not found\n'));
  return router;
}

const signInStyles = `
    :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
    body { max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem }
  `;

const signInPolicy = {
  ...NO_CONTENT_POLICY,
  'style-src': `'sha256-${createHash('sha256').update(signInStyles).digest('base64')}'`,
  'img-src': 'data:',
  'base-uri': "'none'",
  'form-action': "'none'",
};

const signInPage = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>GraphQL API</title>
  <link rel="icon" href="data:," />
  <style>${signInStyles}</style>
  <h1>GraphQL API</h1>
  <p>To explore the API in this browser, sign in as an <a href="/admin/login">administrator</a> or a
    <a href="/client/login">client</a>, then open this page again.</p>
  <p>Programs send an API key instead: <code>Authorization: Bearer apikey_…</code>. Create one under API keys in the
    settings of a client, or under Team &amp; security in the console.</p>
  <p>The <a href="/api/docs">REST API</a> has the same functions.</p>
</html>
`;

function acceptsHtml(req: Request): boolean {
  return req.accepts(['application/json', 'application/graphql-response+json', 'text/html']) === 'text/html';
}
