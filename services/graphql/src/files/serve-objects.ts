import { create as contentDisposition } from 'content-disposition';
import { isUUID } from 'class-validator';
import type { Request, RequestHandler, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { DataSource } from 'typeorm';
import { fail } from '../api/errors';
import { File } from './file.entity';
import { cleanFileName } from './file-name';
import { inlineTypes } from './detect-media-type';
import type { ByteRange } from './store/object-store';
import { StoredObject } from './stored-object.entity';
import type { FileDependencies } from '../jobs/sweep-objects';

const DOWNLOAD_CSP = "sandbox; default-src 'none'";
// A video that is opened directly is shown in a page of the browser, which loads the same URL again.
const INLINE_CSP = `${DOWNLOAD_CSP}; media-src 'self'; style-src 'unsafe-inline'`;

/** Serves public objects: redirects to a signed URL of the store, or streams them with range requests. */
export function serveObject({ dataSource, objectStore }: FileDependencies): RequestHandler {
  return async (req, res) => {
    const object = await findPublic(dataSource, String(req.params['id']), String(req.params['name']));
    if (!object) throw notFound();
    const size = object.size ?? 0;
    const headers = await buildHeaders(dataSource, object);
    // A signed URL covers one method.
    const target =
      req.method === 'GET'
        ? await objectStore.createReadUrl(object.id, {
            contentType: headers['Content-Type'],
            contentDisposition: headers['Content-Disposition'],
          })
        : null;
    if (target)
      return void res
        .status(302)
        .set({ Location: target.url, 'Cache-Control': `public, max-age=${target.maxAgeSeconds}` })
        .end();
    res.set(headers);
    if (req.fresh) return void res.status(304).end();

    const range = parseRange(req, res, size);
    if (range === 'unsatisfiable')
      return void res
        .status(416)
        .set({ 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' })
        .end();
    const length = range ? range.end - range.start + 1 : size;
    if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    const body = req.method === 'HEAD' ? null : await objectStore.read(object.id, range);
    if (!body && req.method !== 'HEAD') throw notFound();
    res.set('Content-Length', String(length));
    if (!body) return void res.end();
    // Destroys both streams if the client disconnects or the store fails.
    await pipeline(body, res).catch(() => res.destroy());
  };
}

async function findPublic({ manager }: DataSource, id: string, name: string): Promise<StoredObject | null> {
  if (!isUUID(id) || !/^[\w.-]+$/.test(name)) return null;
  return manager.findOneBy(StoredObject, { path: `/objects/${id}/${name}`, state: 'published' });
}

async function buildHeaders({ manager }: DataSource, { id, path, mimeType, createdAt }: StoredObject) {
  const file = await manager.findOneBy(File, { objectPath: path! });
  const name = cleanFileName(file?.originalName ?? path!);
  const isInline = mimeType !== null && inlineTypes.has(mimeType);
  return {
    // Other types are served as bytes, because an uploaded script or style sheet could otherwise act on our pages.
    'Content-Type': isInline ? mimeType : 'application/octet-stream',
    'Content-Disposition': contentDisposition(name, { type: isInline ? 'inline' : 'attachment' }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': isInline ? INLINE_CSP : DOWNLOAD_CSP,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: `"${id}"`,
    'Last-Modified': createdAt.toUTCString(),
  };
}

/** Parses a single range. Several ranges or a malformed header select the whole object. */
function parseRange(req: Request, res: Response, size: number): ByteRange | 'unsatisfiable' | undefined {
  const ifRange = req.get('if-range');
  if (ifRange !== undefined && ifRange !== res.get('ETag') && ifRange !== res.get('Last-Modified')) return undefined;
  const ranges = req.range(size, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

function notFound() {
  return fail('NOT_FOUND', 'File not found');
}
