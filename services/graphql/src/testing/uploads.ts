import { CreateUploadDocument, CompleteUploadDocument } from './operations/generated';
import type { Caller, TestServer } from './test-server';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWMQySkBAAGMAPURLtLGAAAAAElFTkSuQmCC',
  'base64',
);

/** Returns a one-pixel PNG that is padded, or truncated, to `size` bytes. */
export const png = (size = 2_000): Buffer =>
  Buffer.concat([PIXEL, Buffer.alloc(Math.max(0, size - PIXEL.length), 7)]).subarray(0, size);

/** Rewrites a path or URL of the public origin to the server under test. */
export function atTestServer(server: TestServer, address: string): string {
  const { origin } = new URL(server.url);
  return address.startsWith('/') ? origin + address : address.replace('http://localhost:8080', origin);
}

/** Sends a file to a signed upload URL, as a browser does. */
export function putFile(
  server: TestServer,
  uploadURL: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
  method = 'PUT',
): Promise<Response> {
  return fetch(atTestServer(server, uploadURL), {
    method,
    body: method === 'GET' ? undefined : body,
    headers: { 'content-type': 'application/x-test', ...headers },
  });
}

/** Options of `upload`. */
export interface UploadOptions {
  clientId?: string;
  fileName?: string;
  mimeType?: string;
  fileSize?: number;
}

/** Uploads a file: creates a signed URL, sends the file and sets its path. */
export async function upload(
  server: TestServer,
  as: Caller,
  body: Buffer,
  { clientId, fileName = 'Photo 1.png', mimeType, fileSize }: UploadOptions = {},
) {
  const { createUpload } = await as(CreateUploadDocument, { clientId });
  const answer = await putFile(server, createUpload.uploadURL, new Uint8Array(body));
  if (!answer.ok) throw new Error(`PUT returned status ${answer.status}`);
  const input = { objectURL: createUpload.uploadURL, fileName, fileSize: fileSize ?? body.length, mimeType, clientId };
  const { completeUpload } = await as(CompleteUploadDocument, { input });
  return { ...completeUpload, uploadURL: createUpload.uploadURL };
}
