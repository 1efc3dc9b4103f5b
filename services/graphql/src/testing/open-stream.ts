import { eventually } from '@dripline/runtime/testing/eventually';

/** One event of a stream. */
export interface StreamEvent {
  id: string;
  data: Record<string, Record<string, unknown>> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

/** An open subscription. */
export interface TestStream {
  status: number;
  /** The body of a response that is no stream. */
  refusal: { errors: { message: string; extensions: { code: string; retryAfter?: number } }[] } | null;
  headers: Headers;
  events: StreamEvent[];
  /** Whether the server completed the stream. */
  isComplete(): boolean;
  /** Whether the connection ended, with or without completion. */
  isEnded(): boolean;
  /** The cursor of the last event. */
  cursor(): string;
  /** Waits for the first event, so that later changes are sent. */
  ready(): Promise<TestStream>;
  /** Stops reading from the connection until the returned function is called. */
  pause(): () => void;
  close(): void;
}

/** Sends a subscription to the stream endpoint of a server and collects its events. */
export async function openStream(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: Record<string, unknown>,
): Promise<TestStream> {
  const closing = new AbortController();
  const response = await fetch(`${url}/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query, variables }),
    signal: closing.signal,
  });
  const events: StreamEvent[] = [];
  let isComplete = false;
  let paused = Promise.resolve();
  let isEnded = false;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const read = async () => {
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      await paused;
      const blocks = (text + part).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s))) as Record<
          string,
          string
        >;
        if (fields['event'] === 'complete') isComplete = true;
        if (fields['event'] === 'next')
          events.push({ id: fields['id'] ?? '', ...(JSON.parse(fields['data']!) as Omit<StreamEvent, 'id'>) });
      }
    }
  };
  if (isStream)
    void read()
      .catch(() => undefined)
      .finally(() => (isEnded = true));
  const stream: TestStream = {
    status: response.status,
    refusal: isStream ? null : ((await response.json()) as TestStream['refusal']),
    headers: response.headers,
    events,
    isComplete: () => isComplete,
    isEnded: () => isEnded,
    cursor: () => Object.values(events.findLast(({ data }) => data)!.data!)[0]!['cursor'] as string,
    async ready() {
      await eventually(() => expect(events.length).toBeGreaterThan(0));
      return stream;
    },
    pause() {
      let resume = () => {};
      paused = new Promise((resolve) => (resume = resolve));
      return resume;
    },
    close: () => closing.abort(),
  };
  return stream;
}
