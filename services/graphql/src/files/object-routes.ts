import { httpStatus, isErrorCode } from '@dripline/contract/error-codes';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { formatError } from '../api/errors';
import { LocalStore } from './store/local-store';
import { receiveUpload } from './receive-upload';
import { serveObject } from './serve-objects';
import type { FileDependencies } from '../jobs/sweep-objects';

/** Serves `/objects`: published objects, and the upload URLs of the local store. */
export function objectRoutes(parts: FileDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  if (parts.objectStore instanceof LocalStore) {
    router.put('/upload/:id', receiveUpload(parts.dataSource, parts.objectStore));
    router.all('/upload/:id', methodNotAllowed('PUT'));
  }
  router.get('/:id/:name', serveObject(parts));
  router.all('/:id/:name', methodNotAllowed('GET, HEAD'));
  router.use((_req, res) => void res.status(404).json({ message: 'File not found', code: 'NOT_FOUND' }));
  router.use(handleError);
  return router;
}

function methodNotAllowed(allowed: string): RequestHandler {
  return (_req, res) =>
    void res
      .set('Allow', allowed)
      .status(405)
      .json({ message: 'Method not allowed. The Allow header lists the allowed methods.', code: 'BAD_USER_INPUT' });
}

const handleError: ErrorRequestHandler = (
  error: Error & { status?: number; extensions?: Record<string, unknown> },
  _req,
  res,
  _next,
) => {
  if (res.headersSent || res.destroyed) return void res.destroy();
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  if (error.status !== undefined && error.status < 500)
    return void res.status(404).json({ message: 'File not found', code: 'NOT_FOUND' });
  const { message, extensions } = formatError({ message: error.message, extensions: error.extensions }, error);
  const code = isErrorCode(extensions?.['code']) ? extensions['code'] : 'INTERNAL_SERVER_ERROR';
  if (extensions?.['retryAfter'] !== undefined) res.set('Retry-After', String(extensions['retryAfter']));
  res.status(httpStatus[code]).set('Cache-Control', 'no-store').json({ message, code });
};
