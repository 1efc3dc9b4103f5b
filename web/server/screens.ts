import { extname } from 'node:path';
import type { RequestHandler } from 'express';

/** Responds to the URLs of screens with the app, whose router handles unknown paths. Missing files fall through to a 404. */
export function screenHandler(page: string): RequestHandler {
  return (request, response, next) => {
    const isReadRequest = ['GET', 'HEAD'].includes(request.method);
    // The start page is returned for any Accept header, because probes may not send one.
    const isScreen = request.path === '/' || (request.get('accept')?.includes('text/html') && !extname(request.path));
    if (!isReadRequest || !isScreen) return next();
    response.set('cache-control', 'no-cache').type('html').send(page);
  };
}
