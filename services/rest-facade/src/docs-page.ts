import { NO_CONTENT_POLICY, securityHeaders } from '@dripline/runtime/http/security-headers';
import express, { type Router } from 'express';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const changes = readFileSync(path.join(__dirname, '../../../docs/api-changes.md'), 'utf8');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>REST API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

// Scripts cannot set the Cookie header, so Swagger UI's Authorize button would have no effect. Users sign in with the
// login call.
const start = `const none = () => () => null;
const withoutAuthorize = () => ({ wrapComponents: { authorizeBtn: none, authorizeOperationBtn: none } });
window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, plugins: [withoutAuthorize] });
`;

const policy = {
  ...NO_CONTENT_POLICY,
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** Serves the API documentation as a page that loads no files from other sites. It names no product, because clients with white label read it. */
export function docsPage(publicUrl: string, assets: string): Router {
  const router = express.Router();
  const headers = securityHeaders(policy, publicUrl);
  router.use((_req, res, next) => {
    res.set(headers);
    next();
  });
  router.get('/', (_req, res) => void res.type('html').send(page));
  router.get('/changes', (_req, res) => void res.type('text/plain').send(changes));
  router.get('/start.js', (_req, res) => void res.type('js').send(start));
  router.use(express.static(assets, { index: false }));
  return router;
}
