import { extname } from 'node:path';
import type { RequestHandler } from 'express';

/** Answers every address of a screen with the app; the app's router knows which there are. A file that is not there stays missing. */
export function screens(page: string): RequestHandler {
  return (request, response, next) => {
    const isRead = ['GET', 'HEAD'].includes(request.method);
    // The start page is there for whoever asks, a probe that names no type included.
    const isScreen = request.path === '/' || (request.get('accept')?.includes('text/html') && !extname(request.path));
    if (!isRead || !isScreen) return next();
    response.set('cache-control', 'no-cache').type('html').send(page);
  };
}
