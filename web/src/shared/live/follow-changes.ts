import { SESSION_HEADER, type SessionRole } from '@dripline/contract/sessions';
import { type DocumentNode, type GraphQLFormattedError, print } from 'graphql';
import { createClient, NetworkError } from 'graphql-sse';
import type { ClientChangesSubscription } from '../graphql/generated';

/** A change of a client’s leads, messages, enrollments or figures. */
export type ClientChange = ClientChangesSubscription['clientUpdated'];

/** What is followed. */
interface Stream {
  role: SessionRole;
  /** What tabs that follow the same have in common, such as the client’s ID. */
  name: string;
  document: DocumentNode;
  variables: Record<string, unknown>;
}

interface Follower<Change> {
  /** Called with the changes of a moment, in their order. */
  onChanges: (changes: readonly Change[]) => void;
  /** Called when it begins to report changes. Earlier ones may be missing from what was loaded before. */
  onStart: () => void;
  /** Called when changes were missed. */
  onGap: () => void;
}

/** Changes that come within this time are reported together, because a change of many leads brings thousands. */
const COLLECT_MS = 50;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Reports the changes of a stream until the returned function is called. Of all tabs that follow the same as the same
 * role, one holds the connection and passes the changes on, because a browser opens few connections to a server.
 */
export function followChanges<Change extends { cursor: string }>(
  stream: Stream,
  { onChanges, onStart, onGap }: Follower<Change>,
): () => void {
  const ended = new AbortController();
  // An administrator receives more of a client than the client does.
  const name = `client-changes:${stream.role}:${stream.name}`;
  const otherTabs = new BroadcastChannel(name);
  let cursor: string | null = null;
  let collected: Change[] = [];
  const reportCollected = () => {
    const changes = collected;
    collected = [];
    if (changes.length > 0) onChanges(changes);
  };
  const report = (change: Change) => {
    if (cursor === null) onStart();
    ({ cursor } = change);
    if (collected.push(change) === 1) setTimeout(reportCollected, COLLECT_MS);
  };
  otherTabs.onmessage = ({ data }: MessageEvent<Change>) => report(data);
  const follow = async () => {
    for (let wait = MIN_WAIT_MS; !ended.signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      const end = await readStream<Change>(stream, cursor, ended.signal, (change) => {
        wait = MIN_WAIT_MS;
        report(change);
        otherTabs.postMessage(change);
      });
      if (end === 'refused') return;
      if (end === 'expired') {
        cursor = null;
        onGap();
      }
      await pause(wait * (0.5 + Math.random() / 2), ended.signal);
    }
  };
  const followInTurn = async () => {
    const { held } = await navigator.locks.query();
    // Another tab reports from now on.
    if (held?.some((lock) => lock.name === name)) onStart();
    await navigator.locks.request(name, { signal: ended.signal }, follow);
  };
  // Only secure contexts have locks. Without them, each tab opens a connection.
  if ('locks' in navigator) void followInTurn().catch(ignoreAbort);
  else void follow();
  return () => {
    ended.abort();
    otherTabs.close();
    reportCollected();
  };
}

/**
 * Reads one stream until it ends. Resolves to why: `refused` if the viewer has no access, `expired` if the server no
 * longer knows the cursor, and `lost` otherwise.
 */
async function readStream<Change>(
  { role, document, variables }: Stream,
  after: string | null,
  signal: AbortSignal,
  onChange: (change: Change) => void,
): Promise<'refused' | 'expired' | 'lost'> {
  const client = createClient({
    url: '/graphql/stream',
    credentials: 'same-origin',
    headers: { [SESSION_HEADER]: role },
    retryAttempts: 0,
  });
  const stop = () => client.dispose();
  signal.addEventListener('abort', stop);
  try {
    const changes = client.iterate<Record<string, Change>>({
      query: print(document),
      variables: { ...variables, after },
    });
    for await (const { data, errors } of changes) {
      if (errors) return endOf(errors[0]?.extensions?.['code']);
      for (const change of Object.values(data ?? {})) onChange(change);
    }
  } catch (error) {
    return endOf(await codeOf(error));
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  return 'lost';
}

/** Returns the error code of a request that was refused. */
async function codeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof NetworkError) || !(error.response instanceof Response)) return undefined;
  const body = (await error.response.json().catch(() => ({}))) as { errors?: GraphQLFormattedError[] };
  return body.errors?.[0]?.extensions?.['code'];
}

const refusals: readonly unknown[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT'];

const endOf = (code: unknown) => (code === 'CURSOR_EXPIRED' ? 'expired' : refusals.includes(code) ? 'refused' : 'lost');

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

function ignoreAbort(error: unknown) {
  if ((error as Error).name !== 'AbortError') throw error;
}
