import { escapeHtml } from '@dripline/runtime/escape-html';
import { NOTHING, securityHeaders } from '@dripline/runtime/security-headers';
import express, { type Router } from 'express';

const page = (productName: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(productName)} REST API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

// A page may not set a cookie header, so typing the session in would do nothing: signing in is a call like the others.
const start = `const none = () => () => null;
const withoutAuthorize = () => ({ wrapComponents: { authorizeBtn: none, authorizeOperationBtn: none } });
window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, plugins: [withoutAuthorize] });
`;

// Swagger UI writes styles into its elements.
const policy = {
  ...NOTHING,
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** The API's description as a page, with every file its own. */
export function docsPage(productName: string, publicUrl: string, assets: string): Router {
  const router = express.Router();
  const headers = securityHeaders(policy, publicUrl);
  router.use((_req, res, next) => {
    res.set(headers);
    next();
  });
  router.get('/', (_req, res) => void res.type('html').send(page(productName)));
  router.get('/start.js', (_req, res) => void res.type('js').send(start));
  router.use(express.static(assets, { index: false }));
  return router;
}
