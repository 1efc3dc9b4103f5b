import { CreateUploadDocument, SetObjectPathDocument } from './operations/generated';
import type { Caller, TestServer } from './test-server';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWMQySkBAAGMAPURLtLGAAAAAElFTkSuQmCC',
  'base64',
);

/** A PNG of one pixel in so many bytes; with fewer than it takes, only its beginning. */
export const png = (size = 2_000): Buffer =>
  Buffer.concat([PIXEL, Buffer.alloc(Math.max(0, size - PIXEL.length), 7)]).subarray(0, size);

/** An address of the one origin, at the server under test. */
export function here(server: TestServer, address: string): string {
  const { origin } = new URL(server.url);
  return address.startsWith('/') ? origin + address : address.replace('http://localhost:8080', origin);
}

/** As a browser puts a file at an upload address. */
export function put(
  server: TestServer,
  uploadURL: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
  method = 'PUT',
): Promise<Response> {
  return fetch(here(server, uploadURL), {
    method,
    body: method === 'GET' ? undefined : body,
    headers: { 'content-type': 'application/x-test', ...headers },
  });
}

export interface UploadOptions {
  clientId?: string;
  fileName?: string;
  mimeType?: string;
  fileSize?: number;
}

/** Ask, put, set the path. */
export async function upload(
  server: TestServer,
  as: Caller,
  body: Buffer,
  { clientId, fileName = 'Photo 1.png', mimeType, fileSize }: UploadOptions = {},
) {
  const { createUpload } = await as(CreateUploadDocument, { clientId });
  const answer = await put(server, createUpload.uploadURL, new Uint8Array(body));
  if (!answer.ok) throw new Error(`PUT answered ${answer.status}`);
  const input = { objectURL: createUpload.uploadURL, fileName, fileSize: fileSize ?? body.length, mimeType, clientId };
  const { setObjectPath } = await as(SetObjectPathDocument, { input });
  return { ...setObjectPath, uploadURL: createUpload.uploadURL };
}
