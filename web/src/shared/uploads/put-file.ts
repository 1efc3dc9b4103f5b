import { HttpError } from '../http/http-error';

interface PutFileOptions {
  url: string;
  headers: Record<string, unknown>;
  file: File;
  /** Called with the uploaded share of the file, from 0 to 1. */
  onShare: (share: number) => void;
  signal: AbortSignal;
}

/** The page was opened at another origin than the one at which the server accepts uploads. */
export class UploadOriginError extends Error {
  constructor(origin: string) {
    super(`Uploads only work at ${origin}. Open this page there.`);
  }
}

// The path of the server's own upload URLs. A bucket always has another origin, so its URLs say nothing about the page's.
const LOCAL_PATH = '/objects/upload/';

function noResponseError(url: string): Error {
  const { origin, pathname } = new URL(url);
  return pathname.startsWith(LOCAL_PATH) && origin !== location.origin
    ? new UploadOriginError(origin)
    : new Error('The upload got no response');
}

/** Uploads a file to a signed URL. It uses XMLHttpRequest because fetch does not report upload progress. */
export function uploadToSignedUrl({ url, headers, file, onShare, signal }: PutFileOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, String(value));
    request.upload.onprogress = ({ loaded }) => onShare(file.size === 0 ? 1 : Math.min(1, loaded / file.size));
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(new HttpError(request, request.responseText));
    request.onerror = request.onabort = () => reject(noResponseError(url));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
