const ATTEMPT_MS = 20_000;
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];
/** A server that asks for more patience than this is told of at once. */
const LONGEST_ASKED_MS = 10_000;

/** What came back, read to its end: a connection may break off in the middle of it. */
export interface Answered<Answer> {
  status: number;
  answer: Answer;
}

/**
 * Posts until somebody answers for good, with longer and longer pauses; a network that comes back ends a pause. The request must be one that may arrive twice.
 * Answers what the last attempt brought, and throws where it brought nothing.
 */
export async function sendUntilAnswered<Answer>(
  url: string,
  request: RequestInit,
  onRetry: () => void,
): Promise<Answered<Answer>> {
  for (const wait of WAITS_MS) {
    let asked = 0;
    try {
      const response = await attempt(url, request);
      asked = Number(response.headers.get('retry-after')) * 1000 || 0;
      if (isFinal(response.status) || asked > LONGEST_ASKED_MS) return await read<Answer>(response);
    } catch {
      // Nothing arrived, or not all of it: whether the server heard us is not known.
    }
    onRetry();
    // Not all visitors of a server that was away come back at the same moment.
    await pause(Math.max(asked, wait * (0.75 + Math.random() / 2)));
  }
  return read<Answer>(await attempt(url, request));
}

async function attempt(url: string, request: RequestInit): Promise<Response> {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), ATTEMPT_MS);
  return fetch(url, { ...request, signal: ending.signal });
}

const isFinal = (status: number) => status < 500 && status !== 429 && status !== 408;

const read = async <Answer>(response: Response): Promise<Answered<Answer>> => ({
  status: response.status,
  answer: (await response.json()) as Answer,
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
