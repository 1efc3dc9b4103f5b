import { assertAdmin, authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { ChangeBatch } from './change-batch';
import type { Interest, QueuedEvent } from './change-queue';
import { type ChangeEvent, ChangeKind, type ClientChange } from './change.types';
import { decodeCursor, encodeCursor, isExpired, type Position } from './cursor';
import { isUnknown, type ObjectKind, PAGE, readClientPage } from './read-changes';

/** The arguments of a subscription. */
export interface SubscriptionArguments {
  clientId: string;
  after?: string | null;
}

type ClientInterest = Interest & { clientId: string };

const objectFields = {
  lead_created: 'lead',
  lead_updated: 'lead',
  message_updated: 'message',
  enrollment_updated: 'enrollment',
} as const satisfies Record<ObjectKind, keyof ClientChange>;

/** Every kind of changes of objects. */
export const allKinds = Object.keys(objectFields) as ObjectKind[];

/**
 * Subscribes to changes of a client to whose dashboard the caller has access. The first event contains the cursor.
 *
 * @throws CURSOR_EXPIRED if changes after the cursor may have been deleted
 */
export async function subscribeToChanges(
  ctx: Context,
  { clientId, after }: SubscriptionArguments,
  kinds: ObjectKind[],
  stats = false,
): Promise<AsyncGenerator<ClientChange>> {
  const position = after === null || after === undefined ? null : decodeCursor(after);
  await authorizeDashboard(ctx, clientId);
  await assertResumable(ctx, position);
  return events(ctx, { clientId, kinds: new Set(kinds), stats }, position);
}

/**
 * Subscribes an administrator to the changes of all clients. The events contain only the cursor.
 *
 * @throws CURSOR_EXPIRED if changes after the cursor may have been deleted
 */
export async function subscribeToAllClients(
  ctx: Context,
  { after }: Pick<SubscriptionArguments, 'after'>,
): Promise<AsyncGenerator<ChangeEvent>> {
  const position = after === null || after === undefined ? null : decodeCursor(after);
  assertAdmin(ctx);
  await assertResumable(ctx, position);
  return eventsOfAllClients(ctx, position);
}

async function* eventsOfAllClients(ctx: Context, after: Position | null): AsyncGenerator<ChangeEvent> {
  const { changes, streamSignal } = ctx;
  const { queue, from } = await changes.subscribe({ clientId: null, kinds: new Set(), stats: true }, after);
  const end = () => queue.end();
  streamSignal?.addEventListener('abort', end, { once: true });
  if (streamSignal?.aborted) end();
  try {
    yield { cursor: encodeCursor(after ?? from) };
    // One event stands for all that were missed.
    if (after) queue.refreshStats();
    for (let event = await queue.next(); event !== null; event = await queue.next())
      yield { cursor: encodeCursor(event.at) };
  } finally {
    streamSignal?.removeEventListener('abort', end);
    changes.unsubscribe(queue);
  }
}

async function assertResumable(ctx: Context, position: Position | null): Promise<void> {
  if (ctx.changes.isStopped()) throw fail('UNAVAILABLE', 'This server is stopping. Try again.', { retryAfter: 1 });
  if (position && (isExpired(position) || (await isUnknown(ctx.dataSource, position))))
    throw fail('CURSOR_EXPIRED', 'The cursor is too old. Load the data again, then subscribe without a cursor.');
}

async function* events(ctx: Context, interest: ClientInterest, after: Position | null): AsyncGenerator<ClientChange> {
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
  { clientId, kinds }: ClientInterest,
  after: Position,
  until: Position,
): AsyncGenerator<QueuedEvent> {
  for (let position = after; ;) {
    const page = await readClientPage(dataSource, clientId, position, until);
    const batch = new ChangeBatch(page);
    for (const change of page)
      if (change.kind !== 'client_updated' && kinds.has(change.kind))
        yield { kind: change.kind, at: change.at, change, batch };
    if (page.length < PAGE) return;
    position = page.at(-1)!.at;
  }
}

/** Loads the object of an event. Null if the subscriber may not see it or it was deleted. */
async function toChange(ctx: Context, { clientId }: ClientInterest, event: QueuedEvent): Promise<ClientChange | null> {
  const cursor = encodeCursor(event.at);
  if (event.kind === 'cursor') return { kind: ChangeKind.cursor_updated, cursor };
  const loaders = event.batch.loaders(ctx);
  if (event.kind === 'stats') {
    const client = await loaders.client.find(clientId);
    return client && { kind: ChangeKind.stats_updated, cursor, loaders, client };
  }
  const { kind, batch, change } = event;
  const object = await batch.load(kind, change.objectId, ctx);
  return object && { kind: ChangeKind[kind], cursor, loaders, [objectFields[kind]]: object };
}
