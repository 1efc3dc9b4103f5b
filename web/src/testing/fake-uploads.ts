/** The response to an upload's PUT request. */
export interface UploadResponse {
  status: number;
  statusText?: string;
  responseText?: string;
}

/**
 * Replaces XMLHttpRequest. Each request gets this response, or fails without one, as when the network is down.
 *
 * @returns the requested URLs
 */
export function respondToUploads(response?: UploadResponse): string[] {
  const requested: string[] = [];
  jest.spyOn(globalThis, 'XMLHttpRequest').mockImplementation(() => {
    const request = {
      status: 0,
      statusText: '',
      responseText: '',
      ...response,
      upload: {},
      open: (_method: string, url: string) => requested.push(url),
      setRequestHeader: () => undefined,
      abort: () => undefined,
      onload: () => undefined,
      onerror: () => undefined,
      send: () => queueMicrotask(() => (response ? request.onload() : request.onerror())),
    };
    return request as unknown as XMLHttpRequest;
  });
  return requested;
}
