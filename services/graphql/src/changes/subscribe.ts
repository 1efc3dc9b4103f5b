import { authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { ChangeBatch } from './change-batch';
import type { Interest, QueuedEvent } from './change-queue';
import { ChangeKind, type ClientChange } from './change.types';
import { decodeCursor, encodeCursor, isExpired, type Position } from './cursor';
import { isUnknown, PAGE, readClientPage, type RecordedKind } from './read-changes';

/** The arguments of a subscription. */
export interface SubscriptionArguments {
  clientId: string;
  after?: string | null;
}

const objectFields = {
  lead_created: 'lead',
  lead_updated: 'lead',
  message_updated: 'message',
  enrollment_updated: 'enrollment',
} as const satisfies Record<RecordedKind, keyof ClientChange>;

/** Every recorded kind. */
export const allKinds = Object.keys(objectFields) as RecordedKind[];

/**
 * Subscribes to changes of a client to whose dashboard the caller has access. The first event contains the cursor.
 *
 * @throws CURSOR_EXPIRED if changes after the cursor may have been deleted
 */
export async function subscribeToChanges(
  ctx: Context,
  { clientId, after }: SubscriptionArguments,
  kinds: RecordedKind[],
  stats = false,
): Promise<AsyncGenerator<ClientChange>> {
  const position = after === null || after === undefined ? null : decodeCursor(after);
  await authorizeDashboard(ctx, clientId);
  if (ctx.changes.isStopped()) throw fail('UNAVAILABLE', 'This server is stopping. Try again.', { retryAfter: 1 });
  if (position && (isExpired(position) || (await isUnknown(ctx.dataSource, position))))
    throw fail('CURSOR_EXPIRED', 'The cursor is too old. Load the data again, then subscribe without a cursor.');
  return events(ctx, { clientId, kinds: new Set(kinds), stats }, position);
}

async function* events(ctx: Context, interest: Interest, after: Position | null): AsyncGenerator<ClientChange> {
  const { changes, streamSignal } = ctx;
  const { queue, from } = await changes.subscribe(interest, after);
  const end = () => queue.end();
  streamSignal?.addEventListener('abort', end, { once: true });
  if (streamSignal?.aborted) end();
  try {
    yield { kind: ChangeKind.cursor_updated, cursor: encodeCursor(after ?? from) };
    if (after) {
      for await (const event of missedEvents(ctx, interest, after, from)) {
        if (streamSignal?.aborted) return;
        const change = await toChange(ctx, interest, event);
        if (change) yield change;
      }
      queue.refreshStats();
    }
    for (let event = await queue.next(); event !== null; event = await queue.next()) {
      const change = await toChange(ctx, interest, event);
      if (change) yield change;
    }
  } finally {
    streamSignal?.removeEventListener('abort', end);
    changes.unsubscribe(queue);
  }
}

/** Reads what happened between two positions, in the scope of the subscriber. */
async function* missedEvents(
  { dataSource }: Context,
  { clientId, kinds }: Interest,
  after: Position,
  until: Position,
): AsyncGenerator<QueuedEvent> {
  for (let position = after; ;) {
    const page = await readClientPage(dataSource, clientId, position, until);
    const batch = new ChangeBatch(page);
    for (const change of page) if (kinds.has(change.kind)) yield { kind: change.kind, at: change.at, change, batch };
    if (page.length < PAGE) return;
    position = page.at(-1)!.at;
  }
}

/** Loads the object of an event. Null if the subscriber may not see it or it was deleted. */
async function toChange(ctx: Context, { clientId }: Interest, event: QueuedEvent): Promise<ClientChange | null> {
  const cursor = encodeCursor(event.at);
  if (event.kind === 'cursor') return { kind: ChangeKind.cursor_updated, cursor };
  const loaders = event.batch.loaders(ctx);
  if (event.kind === 'stats') {
    const client = await loaders.client.find(clientId);
    return client && { kind: ChangeKind.stats_updated, cursor, loaders, client };
  }
  const { kind, batch, change } = event;
  const object = await batch.load(change, ctx);
  return object && { kind: ChangeKind[kind], cursor, loaders, [objectFields[kind]]: object };
}
