import type { RestCaller } from '../rest-client';
import { drawBrand } from './draw-brand';

/** Where files are uploaded. */
interface UploadTarget {
  origin: string;
  call: RestCaller;
}

/** Uploads the pictures of a brand. Returns their paths. */
export async function uploadBrand(target: UploadTarget, color: string): Promise<Record<string, string>> {
  const { logo, favicon, socialCard } = await drawBrand(color);
  const paths: Record<string, string> = {};
  for (const [field, content] of Object.entries({
    logoImageUrl: logo,
    faviconImageUrl: favicon,
    socialImageUrl: socialCard,
  }))
    paths[field] = await upload(target, '/api/objects/upload', {
      ...{ fileName: `${field}.png`, mimeType: 'image/png', content },
    });
  return paths;
}

interface Upload {
  fileName: string;
  mimeType: string;
  content: Buffer;
  /** The client whose file it is. */
  clientId?: string;
}

/** Uploads a file to a URL that `path` returns. Returns the path of the file. */
export async function upload(
  { call, origin }: UploadTarget,
  path: string,
  { fileName, mimeType, content, clientId }: Upload,
): Promise<string> {
  const { uploadURL } = await call<{ uploadURL: string }>('POST', path);
  // PUBLIC_URL may not be reachable from this machine.
  const put = await fetch(uploadURL.replace(/^https?:\/\/[^/]+/, origin), {
    method: 'PUT',
    headers: { 'content-type': mimeType },
    body: new Uint8Array(content),
  });
  if (!put.ok) throw new Error(`Uploading a demo file failed with status ${put.status}`);
  const { objectPath } = await call<{ objectPath: string }>('PUT', '/api/objects/set-path', {
    ...{ objectURL: uploadURL, fileName, fileSize: content.length, mimeType },
    ...(clientId !== undefined && { clientId }),
  });
  return objectPath;
}
