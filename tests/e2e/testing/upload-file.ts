import type { Page } from 'playwright-core';
import type { FilePayload } from './media';

/** Uploads a file as the builder does. Returns its path. */
export async function uploadFile({ request }: Page, { name, mimeType, buffer }: FilePayload): Promise<string> {
  const { uploadURL } = (await (await request.post('/api/objects/upload')).json()) as { uploadURL: string };
  await request.put(uploadURL, { data: buffer, headers: { 'content-type': mimeType } });
  const data = { objectURL: uploadURL, fileName: name, fileSize: buffer.length, mimeType };
  const published = await request.put('/api/objects/set-path', { data });
  if (!published.ok()) throw new Error(`${name} could not be published: ${await published.text()}`);
  return ((await published.json()) as { objectPath: string }).objectPath;
}
