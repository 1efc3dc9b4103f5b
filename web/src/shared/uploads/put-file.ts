interface Put {
  url: string;
  headers: Record<string, unknown>;
  file: File;
  /** Told how much of the file has gone, from 0 to 1. */
  onShare: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file to its upload address. Not by fetch, which cannot tell how far an upload is. */
export function putFile({ url, headers, file, onShare, signal }: Put): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const refuse = () => reject(new Error(`The upload ended with ${request.status || 'no answer'}`));
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, String(value));
    request.upload.onprogress = ({ loaded }) => onShare(file.size === 0 ? 1 : Math.min(1, loaded / file.size));
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : refuse());
    request.onerror = request.onabort = refuse;
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
