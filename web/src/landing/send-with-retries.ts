const ATTEMPT_MS = 20_000;
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
/** A longer `Retry-After` is reported to the visitor instead of waiting for it. */
const MAX_RETRY_AFTER_MS = 10_000;

/** A response that was read completely, because the connection may break during the body. */
export interface CompleteResponse {
  status: number;
  statusText: string;
  body: string;
}

/**
 * Posts a request until the response is final, with increasing delays. A delay ends early when the network comes back.
 * The request must be idempotent.
 *
 * @returns The last response. It throws when the last attempt has none.
 */
export async function sendWithRetries(
  url: string,
  request: RequestInit,
  onRetry: () => void,
): Promise<CompleteResponse> {
  for (const delay of RETRY_DELAYS_MS) {
    let retryAfter = 0;
    try {
      const response = await attempt(url, request);
      retryAfter = Number(response.headers.get('retry-after')) * 1000 || 0;
      if (isFinal(response.status) || retryAfter > MAX_RETRY_AFTER_MS) return await read(response);
    } catch {
      // There was no complete response, so whether the server received the request is unknown.
    }
    onRetry();
    // Jitter, so that clients do not all retry at the same moment after an outage.
    await pause(Math.max(retryAfter, delay * (0.75 + Math.random() / 2)));
  }
  return read(await attempt(url, request));
}

async function attempt(url: string, request: RequestInit): Promise<Response> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ATTEMPT_MS);
  return fetch(url, { ...request, signal: controller.signal });
}

const isFinal = (status: number) => status < 500 && status !== 429 && status !== 408;

const read = async (response: Response): Promise<CompleteResponse> => ({
  status: response.status,
  statusText: response.statusText,
  body: await response.text(),
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}
