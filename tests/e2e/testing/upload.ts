import type { Page } from 'playwright-core';
import type { Payload } from './media';

/** Puts a file in its place as the builder does; answers its path. */
export async function upload({ request }: Page, { name, mimeType, buffer }: Payload): Promise<string> {
  const { uploadURL } = (await (await request.post('/api/objects/upload')).json()) as { uploadURL: string };
  await request.put(uploadURL, { data: buffer, headers: { 'content-type': mimeType } });
  const data = { objectURL: uploadURL, fileName: name, fileSize: buffer.length, mimeType };
  const stored = await request.put('/api/objects/set-path', { data });
  if (!stored.ok()) throw new Error(`${name} was not taken: ${await stored.text()}`);
  return ((await stored.json()) as { objectPath: string }).objectPath;
}
