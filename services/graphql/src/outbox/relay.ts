import {
  LEAD_NOTIFICATION_WORKFLOW,
  type LeadNotificationInput,
  leadNotificationWorkflowId,
  DELIVER_WEBHOOK_WORKFLOW,
  type DeliverWebhookInput,
  deliverWebhookWorkflowId,
  DELIVERY_CHANGED_SIGNAL,
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  type FollowUpInput,
  followUpWorkflowId,
  SEND_TEST_MESSAGE_WORKFLOW,
  type SendTestMessageInput,
  sendTestMessageWorkflowId,
  TASK_QUEUE,
  TRACE_HEADER,
} from '@dripline/contract/workflows';
import type { TemporalConnection } from '@dripline/runtime/env/temporal-env';
import { isTracing, type TraceCarrier, traceCarrier, withSpan } from '@dripline/runtime/tracing';
import {
  Client,
  Connection,
  defaultPayloadConverter,
  type Payload,
  type WorkflowClientInterceptor,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { log } from '../telemetry/log';
import type { PhoneRules } from '../api/context';
import { releaseAllHeldLeads } from '../leads/release-held-leads';
import { asSystem } from '../access/scope';
import type { OutboxRelay } from './relay.types';
import { OutboxEntry } from './outbox-entry.entity';
import { reconcile } from './reconcile';

export interface RelayOptions {
  dataSource: DataSource;
  temporal: TemporalConnection;
  namespace: string;
  /** The phone settings, for publishing released leads. */
  phones: PhoneRules;
  /** When a restored backup was taken, or null. */
  databaseRestoredAt?: Date | null;
  /** How often open records are compared with their workflows. Defaults to one hour. */
  reconcileMs?: number;
}

/** Delivers outbox entries to Temporal. */
export interface Relay extends OutboxRelay {
  /** Stops after the current batch. */
  stop(): Promise<void>;
}

const BATCH = 50;
const IDLE_MS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
/** gRPC's default is two minutes. */
const MAX_RECONNECT_MS = 1_000;
const RELEASE_MS = 60_000;
const RECONCILE_MS = 60 * 60_000;
/** Starts a workflow again only if it was terminated or failed, not if it completed. */
const UNLESS_COMPLETED = 'ALLOW_DUPLICATE_FAILED_ONLY';

/** Starts the relay. Several relays may run, because each locks the rows it takes. */
export function startRelay({
  dataSource,
  temporal,
  namespace,
  phones,
  databaseRestoredAt = null,
  reconcileMs = RECONCILE_MS,
}: RelayOptions): Relay {
  const connection = Connection.lazy({
    ...temporal,
    connectTimeout: CALL_TIMEOUT_MS,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS },
  });
  const { workflow } = new Client({ connection, namespace, interceptors: { workflow: [tracingInterceptor] } });
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let isReachable = true;
  let nextRelease = Date.now() + RELEASE_MS;
  // Also soon after the start, for backups that were restored while the server was down.
  let nextReconcile = Date.now() + Math.min(RELEASE_MS, reconcileMs);

  function setReachable(reachable: boolean): void {
    if (reachable !== isReachable)
      log[reachable ? 'info' : 'warn'](
        reachable ? 'Temporal is reachable again' : 'Temporal is not reachable: messages wait in the outbox',
      );
    isReachable = reachable;
  }

  async function dispatch({ kind, subjectId }: OutboxEntry): Promise<void> {
    if (kind === 'lead_notification')
      return start(
        LEAD_NOTIFICATION_WORKFLOW,
        leadNotificationWorkflowId(subjectId),
        { leadId: subjectId } satisfies LeadNotificationInput,
        UNLESS_COMPLETED,
      );
    if (kind === 'test_message')
      return start(
        SEND_TEST_MESSAGE_WORKFLOW,
        sendTestMessageWorkflowId(subjectId),
        { messageId: subjectId } satisfies SendTestMessageInput,
        UNLESS_COMPLETED,
      );
    if (kind === 'webhook') return startOrSignalDelivery(subjectId);
    const workflowId = followUpWorkflowId(subjectId);
    if (kind === 'signal')
      return workflow.getHandle(workflowId).signal(ENROLLMENT_CHANGED_SIGNAL).catch(ignoreError(WorkflowNotFoundError));
    // After a restore, a completed workflow may have to run again, because the database forgot its results.
    const restartPolicy = databaseRestoredAt ? 'ALLOW_DUPLICATE' : UNLESS_COMPLETED;
    const reusePolicy = kind === 'restart' ? restartPolicy : 'REJECT_DUPLICATE';
    return start(FOLLOW_UP_WORKFLOW, workflowId, { enrollmentId: subjectId } satisfies FollowUpInput, reusePolicy);
  }

  async function start(
    name: string,
    workflowId: string,
    input: FollowUpInput | LeadNotificationInput | SendTestMessageInput,
    workflowIdReusePolicy: WorkflowIdReusePolicy,
  ): Promise<void> {
    await workflow
      .start(name, {
        workflowId,
        taskQueue: TASK_QUEUE,
        args: [input],
        workflowIdReusePolicy,
        workflowIdConflictPolicy: 'USE_EXISTING',
      })
      .catch(ignoreError(WorkflowExecutionAlreadyStartedError));
  }

  /**
   * Starts or signals a webhook delivery's workflow. A completed one is started again, because a replay asks for it.
   */
  async function startOrSignalDelivery(deliveryId: string): Promise<void> {
    await workflow.signalWithStart(DELIVER_WEBHOOK_WORKFLOW, {
      workflowId: deliverWebhookWorkflowId(deliveryId),
      taskQueue: TASK_QUEUE,
      args: [{ deliveryId } satisfies DeliverWebhookInput],
      signal: DELIVERY_CHANGED_SIGNAL,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
  }

  /** Delivers one batch. Returns how many entries it took. */
  async function relayBatch(db: EntityManager): Promise<number> {
    const entries = await db
      .createQueryBuilder(OutboxEntry, 'entry')
      .where('entry.next_attempt_at <= now()')
      .orderBy('entry.id')
      .limit(BATCH)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    const traces = await loadTraces(db, entries);
    const results = await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
      Promise.allSettled(
        entries.map((entry) =>
          withSpan(`outbox ${entry.kind}`, () => dispatch(entry), { from: traces.get(entry.subjectId) ?? {} }),
        ),
      ),
    );
    const delivered = entries.filter((_, index) => results[index]?.status === 'fulfilled');
    const failed = entries.filter((_, index) => results[index]?.status === 'rejected');
    if (delivered.length > 0)
      await db.delete(
        OutboxEntry,
        delivered.map(({ id }) => id),
      );
    for (const { id, attempts } of failed) {
      const wait = Math.min(RETRY_MS * 2 ** attempts, MAX_RETRY_MS);
      await db.update(OutboxEntry, { id }, { attempts: attempts + 1, nextAttemptAt: new Date(Date.now() + wait) });
    }
    if (entries.length > 0) setReachable(failed.length === 0);
    return entries.length;
  }

  async function probe(): Promise<void> {
    const call = () => connection.workflowService.getSystemInfo({});
    setReachable(
      await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call).then(
        () => true,
        () => false,
      ),
    );
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      try {
        // While Temporal is unreachable no entry is tried, so that no entry waits for its retry delay afterwards.
        if (!isReachable) await probe();
        const taken = isReachable ? await dataSource.transaction(relayBatch) : 0;
        if (taken === BATCH) continue;
        if (taken === 0 && isReachable) await probe();
        if (Date.now() >= nextRelease) {
          nextRelease = Date.now() + RELEASE_MS;
          await releaseAllHeldLeads(dataSource, phones);
        }
        if (isReachable && Date.now() >= nextReconcile) {
          nextReconcile = Date.now() + reconcileMs;
          const drift = await reconcile(dataSource, workflow);
          if (drift.restarted + drift.orphans > 0)
            log.warn(drift, 'reconciliation found missing or orphaned workflows');
        }
      } catch (error) {
        log.error({ kind: (error as Error).constructor.name }, 'the outbox relay failed');
      }
      await delay(IDLE_MS, undefined, { signal: AbortSignal.any([wakeUp.signal, stopping.signal]) }).catch(
        () => undefined,
      );
    }
    await connection.close();
  }

  const running = asSystem(run);
  return {
    wake: () => wakeUp.abort(),
    isReachable: () => isReachable,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Loads the trace of the lead behind each entry, by the entry's subject. Empty if tracing is off. */
async function loadTraces(db: EntityManager, entries: OutboxEntry[]): Promise<Map<string, TraceCarrier>> {
  if (!isTracing() || entries.length === 0) return new Map();
  const rows = await db.query<{ id: string; traceparent: string }[]>(
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

function ignoreError(expected: new (...args: never[]) => Error) {
  return (error: unknown): void => {
    if (!(error instanceof expected)) throw error;
  };
}
