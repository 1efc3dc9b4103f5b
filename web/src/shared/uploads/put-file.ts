interface PutFileOptions {
  url: string;
  headers: Record<string, unknown>;
  file: File;
  /** Called with the uploaded share of the file, from 0 to 1. */
  onShare: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file to a signed URL. It uses XMLHttpRequest because fetch does not report upload progress. */
export function uploadToSignedUrl({ url, headers, file, onShare, signal }: PutFileOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`The upload failed with status ${request.status || 'unknown (no response)'}`));
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, String(value));
    request.upload.onprogress = ({ loaded }) => onShare(file.size === 0 ? 1 : Math.min(1, loaded / file.size));
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : fail());
    request.onerror = request.onabort = fail;
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
