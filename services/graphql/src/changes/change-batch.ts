import type { Context } from '../api/context';
import { createLoaders, type Loaders } from '../api/loaders';
import type { Enrollment } from '../enrollments/enrollment.entity';
import type { Lead } from '../leads/lead.entity';
import type { SmsMessage } from '../messages/sms-message.entity';
import type { Change, ObjectKind, RecordedKind } from './read-changes';

/** How long subscribers share what one of them loaded, in milliseconds. */
const SHARED_MS = 1_000;

const loaderOf = {
  lead_created: 'lead',
  lead_updated: 'lead',
  message_updated: 'message',
  enrollment_updated: 'enrollment',
} as const satisfies Record<ObjectKind, keyof Loaders>;

/** Changes of one client that were read together. Subscribers with the same access share what they load. */
export class ChangeBatch {
  private readonly shared = new Map<string, { loaders: Loaders; loadedKinds: Set<RecordedKind> }>();

  constructor(readonly changes: Change[]) {}

  /** Returns the loaders for the scope of the current work. They load nothing that is older than the batch. */
  loaders(ctx: Context): Loaders {
    return this.sharedBy(ctx).loaders;
  }

  /**
   * Loads the object of a change, with those of the other changes of its kind. Null if the caller may not see it or it
   * was deleted.
   */
  async load(kind: ObjectKind, objectId: string, ctx: Context): Promise<Lead | SmsMessage | Enrollment | null> {
    const { loaders, loadedKinds } = this.sharedBy(ctx);
    const { find } = loaders[loaderOf[kind]];
    if (!loadedKinds.has(kind)) {
      loadedKinds.add(kind);
      await Promise.all(this.changes.filter((change) => change.kind === kind).map((change) => find(change.objectId)));
    }
    return find(objectId);
  }

  private sharedBy({ actor, dataSource, scope }: Context) {
    const isAdmin = actor.role === 'admin';
    const key = [isAdmin, scope.role, scope.ownClientId, ...[...scope.linkedClientIds].sort()].join(' ');
    let shared = this.shared.get(key);
    if (!shared) {
      shared = { loaders: createLoaders(dataSource.manager, isAdmin), loadedKinds: new Set() };
      this.shared.set(key, shared);
      // Otherwise a slow subscriber would keep every row in memory.
      setTimeout(() => this.shared.delete(key), SHARED_MS).unref();
    }
    return shared;
  }
}
