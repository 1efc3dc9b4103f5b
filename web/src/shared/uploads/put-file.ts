import { HttpError } from '../http/http-error';

interface PutFileOptions {
  url: string;
  headers: Record<string, unknown>;
  file: File;
  /** Called with the uploaded share of the file, from 0 to 1. */
  onShare: (share: number) => void;
  signal: AbortSignal;
}

// The path of the server's own upload URLs. They work on each domain, and the page may load nothing from another one.
const LOCAL_PATH = '/objects/upload/';

function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.startsWith(LOCAL_PATH) ? pathname + search : url;
}

/** A file store at another address than the page's did not answer. Browsers do not say why. */
export class FileStoreUnreachableError extends Error {}

/** The Content-Type that a file is uploaded with. */
export const contentTypeOf = (file: File): string => file.type || 'application/octet-stream';

/** Uploads a file to a signed URL. It uses XMLHttpRequest because fetch does not report upload progress. */
export function uploadToSignedUrl({ url, headers, file, onShare, signal }: PutFileOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const address = addressOf(url);
    const NoAnswer = address.startsWith('/') ? Error : FileStoreUnreachableError;
    request.open('PUT', address);
    request.setRequestHeader('Content-Type', contentTypeOf(file));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, String(value));
    request.upload.onprogress = ({ loaded }) => onShare(file.size === 0 ? 1 : Math.min(1, loaded / file.size));
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(new HttpError(request, request.responseText));
    request.onerror = request.onabort = () => reject(new NoAnswer('The upload got no response'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
