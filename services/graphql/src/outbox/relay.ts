import type { TemporalConnection } from '@dripline/runtime/env/temporal-env';
import { TRACE_HEADER } from '@dripline/contract/workflows';
import { isTracing, type TraceCarrier, traceCarrier, withSpan } from '@dripline/runtime/tracing';
import {
  Client,
  Connection,
  defaultPayloadConverter,
  type Payload,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { log } from '../telemetry/log';
import type { PhoneRules } from '../api/context';
import type { ObjectStore } from '../files/store/object-store';
import { asSystem, withPriority } from '../access/scope';
import { doPage } from './bulk-work';
import type { OutboxRelay } from './relay.types';
import {
  type ClaimedEntry,
  claimEntries,
  deleteEntries,
  FIRST_CLIENT,
  releaseEntries,
  retryEntries,
} from './outbox-queue';
import type { CallKind } from './outbox-entry.entity';
import { type Drift, reconcile } from './reconcile';
import { type EnrollmentToCall, temporalCalls } from './temporal-calls';

export interface RelayOptions {
  dataSource: DataSource;
  temporal: TemporalConnection;
  namespace: string;
  /** The phone settings, for publishing released leads. */
  phones: PhoneRules;
  objectStore: ObjectStore;
  /** When a restored backup was taken, or null. */
  databaseRestoredAt?: Date | null;
}

/** Does the work of outbox entries: calls to Temporal, and work on many rows. */
export interface Relay extends OutboxRelay {
  /** Compares open records with running workflows. Does nothing while Temporal is unreachable. */
  reconcile(): Promise<Drift | null>;
  /** When Temporal was last reachable again after an outage, in epoch milliseconds, or 0. */
  recoveredAt(): number;
  /** Stops after the current pages. */
  stop(): Promise<void>;
}

/** Pages of calls in flight at once, so that a slow call delays only its own page. */
const CALL_LANES = 4;
const CALLS_PER_PAGE = 25;
/** Entries of work on many rows that are claimed at once. Each then does one page. */
const BULK_PER_PAGE = 5;
const IDLE_MS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
/** gRPC's default is two minutes. */
const MAX_RECONNECT_MS = 1_000;

/** Starts the relay. Several relays may run, because a claimed entry is hidden from the others. */
export function startRelay({
  dataSource,
  temporal,
  namespace,
  phones,
  objectStore,
  databaseRestoredAt = null,
}: RelayOptions): Relay {
  const connection = Connection.lazy({
    ...temporal,
    connectTimeout: CALL_TIMEOUT_MS,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS },
  });
  const { workflow } = new Client({ connection, namespace, interceptors: { workflow: [tracingInterceptor] } });
  const call = temporalCalls(workflow, databaseRestoredAt !== null);
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let isReachable = true;
  let recoveredAt = 0;

  function wake(): void {
    wakeUp.abort();
    wakeUp = new AbortController();
  }

  async function probe(): Promise<boolean> {
    const getInfo = () => connection.workflowService.getSystemInfo({});
    const reachable = await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, getInfo).then(
      () => true,
      () => false,
    );
    if (reachable !== isReachable)
      log[reachable ? 'info' : 'warn'](
        reachable ? 'Temporal is reachable again' : 'Temporal is not reachable: messages wait in the outbox',
      );
    if (reachable && !isReachable) {
      recoveredAt = Date.now();
      wake();
    }
    return (isReachable = reachable);
  }

  async function makeCalls(entries: ClaimedEntry[]): Promise<void> {
    const [traces, enrollments] = [await loadTraces(dataSource, entries), await loadEnrollments(dataSource, entries)];
    const results = await Promise.allSettled(
      entries.map(({ kind, subjectId }) =>
        connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
          withSpan(`outbox ${kind}`, () => call(kind as CallKind, subjectId, enrollments.get(subjectId)), {
            from: traces.get(subjectId) ?? {},
          }),
        ),
      ),
    );
    const failed = entries.filter((_, index) => results[index]?.status === 'rejected');
    await deleteEntries(
      dataSource,
      entries.filter((_, index) => results[index]?.status === 'fulfilled'),
    );
    // After an outage, entries are called at once. An entry that fails by itself waits longer each time.
    if (failed.length > 0) await ((await probe()) ? retryEntries : releaseEntries)(dataSource, failed);
  }

  async function doPages(entries: ClaimedEntry[]): Promise<void> {
    for (const entry of entries) {
      await doPage({ dataSource, phones, objectStore }, entry);
      // The page may have enqueued calls.
      wake();
    }
  }

  async function runLane(isBulk: boolean): Promise<void> {
    const limit = isBulk ? BULK_PER_PAGE : CALLS_PER_PAGE;
    let after = FIRST_CLIENT;
    while (!stopping.signal.aborted) {
      const { signal } = wakeUp;
      try {
        // While Temporal is unreachable no entry is tried, so that no entry waits for its retry delay afterwards.
        const entries = isBulk || isReachable ? await claimEntries(dataSource, isBulk, limit, after) : [];
        const isWholeRound = after === FIRST_CLIENT && entries.length < limit;
        after = entries.length === limit ? entries.at(-1)!.clientId : FIRST_CLIENT;
        await (isBulk ? doPages(entries) : makeCalls(entries));
        if (entries.length > 0 || !isWholeRound) continue;
      } catch (error) {
        log.error(describeError(error), 'the outbox relay failed');
      }
      await delay(IDLE_MS, undefined, { signal: AbortSignal.any([signal, stopping.signal]) }).catch(() => undefined);
    }
  }

  async function watchTemporal(): Promise<void> {
    while (!stopping.signal.aborted) {
      await probe();
      await delay(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = asSystem(() =>
    Promise.all([
      watchTemporal(),
      withPriority('background', () => runLane(true)),
      ...Array.from({ length: CALL_LANES }, () => withPriority('urgent', () => runLane(false))),
    ]),
  );
  return {
    wake,
    isReachable: () => isReachable,
    recoveredAt: () => recoveredAt,
    reconcile: async () => (isReachable ? reconcile(dataSource, workflow) : null),
    async stop() {
      stopping.abort();
      await running;
      await connection.close();
    },
  };
}

const describeError = (error: unknown) => ({
  kind: (error as Error).constructor.name,
  code: (error as { code?: string }).code,
});

const enrollmentKinds = ['start', 'restart', 'signal'];

/** Loads the enrollments whose workflows are called. Their next step saves a new workflow an activity. */
async function loadEnrollments(
  dataSource: DataSource,
  entries: ClaimedEntry[],
): Promise<Map<string, EnrollmentToCall>> {
  const ids = entries.filter(({ kind }) => enrollmentKinds.includes(kind)).map(({ subjectId }) => subjectId);
  if (ids.length === 0) return new Map();
  const rows = await dataSource.query<{ id: string; position: number; dueAt: Date | null; isWritten: boolean }[]>(
    `SELECT id, next_step AS position, CASE WHEN status = 'active' THEN next_due_at END AS "dueAt", sequence_id IS NULL AS "isWritten" FROM enrollments WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(
    rows.map(({ id, position, dueAt, isWritten }) => [
      id,
      { isWritten, ...(dueAt && { next: { position, dueAt: dueAt.toISOString() } }) },
    ]),
  );
}

/** Loads the trace of the lead behind each entry, by the entry's subject. Empty if tracing is off. */
async function loadTraces(dataSource: DataSource, entries: ClaimedEntry[]): Promise<Map<string, TraceCarrier>> {
  if (!isTracing() || entries.length === 0) return new Map();
  const rows = await dataSource.query<{ id: string; traceparent: string }[]>(
    `SELECT e.id, l.traceparent FROM enrollments e JOIN leads l ON l.id = e.lead_id WHERE e.id = ANY($1) AND l.traceparent IS NOT NULL
     UNION ALL SELECT id, traceparent FROM leads WHERE id = ANY($1) AND traceparent IS NOT NULL`,
    [entries.map(({ subjectId }) => subjectId)],
  );
  return new Map(rows.map(({ id, traceparent }) => [id, { traceparent }]));
}

/** Passes the trace of the outbox entry on to the workflow that it starts. */
const tracingInterceptor: WorkflowClientInterceptor = {
  start: (input, next) => next({ ...input, headers: { ...input.headers, ...traceHeader() } }),
};

function traceHeader(): Record<string, Payload> {
  const carrier = traceCarrier();
  return 'traceparent' in carrier ? { [TRACE_HEADER]: defaultPayloadConverter.toPayload(carrier)! } : {};
}
