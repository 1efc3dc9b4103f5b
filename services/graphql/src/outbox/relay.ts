import {
  ALERT_WORKFLOW,
  type AlertInput,
  alertWorkflowId,
  DELIVER_WEBHOOK_WORKFLOW,
  type DeliverWebhookInput,
  deliverWebhookWorkflowId,
  DELIVERY_CHANGED_SIGNAL,
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  type FollowUpInput,
  followUpWorkflowId,
  SEND_TEST_WORKFLOW,
  type SendTestInput,
  sendTestWorkflowId,
  TASK_QUEUE,
  TRACE_HEADER,
} from '@dripline/contract/workflows';
import type { TemporalAt } from '@dripline/runtime/temporal-env';
import { inSpan, traceCarrier } from '@dripline/runtime/tracing';
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
import { asAgency } from '../access/scope';
import type { FollowUps } from './follow-ups';
import { loadTraces } from './load-traces';
import { OutboxEntry } from './outbox-entry.entity';
import { reconcile } from './reconcile';

export interface RelayOptions {
  dataSource: DataSource;
  temporal: TemporalAt;
  namespace: string;
  /** As in the settings: for leads that are released. */
  phones: PhoneRules;
  /** As in the settings. */
  restoredTo?: Date | null;
  /** How often texts under way are compared with their workflows; an hour unless told otherwise. */
  reconcileMs?: number;
}

/** Gets what the outbox holds to Temporal. */
export interface Relay extends FollowUps {
  /** Ends after the batch in hand. */
  stop(): Promise<void>;
}

const BATCH = 50;
const IDLE_MS = 1_000;
const CALL_TIMEOUT_MS = 5_000;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
/** gRPC's own would be two minutes. */
const MAX_RECONNECT_MS = 1_000;
const SWEEP_MS = 60_000;
const RECONCILE_MS = 60 * 60_000;
/** Again where it was cut off; one that has ended by itself is over, whatever the reason. */
const UNLESS_ENDED = 'ALLOW_DUPLICATE_FAILED_ONLY';

/** Starts the relay. Several may run: each takes rows that no other holds. */
export function startRelay({
  dataSource,
  temporal,
  namespace,
  phones,
  restoredTo = null,
  reconcileMs = RECONCILE_MS,
}: RelayOptions): Relay {
  const connection = Connection.lazy({
    ...temporal,
    connectTimeout: CALL_TIMEOUT_MS,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS },
  });
  const { workflow } = new Client({ connection, namespace, interceptors: { workflow: [traced] } });
  const stopping = new AbortController();
  let nudged = new AbortController();
  let isReachable = true;
  let nextSweep = Date.now() + SWEEP_MS;
  // Soon after the start too: what was restored while nobody looked goes on.
  let nextReconcile = Date.now() + Math.min(SWEEP_MS, reconcileMs);

  function heard(answered: boolean): void {
    if (answered !== isReachable)
      log[answered ? 'info' : 'warn'](
        answered ? 'Temporal is back: texts go' : 'Temporal is not reachable: texts wait',
      );
    isReachable = answered;
  }

  async function dispatch({ kind, subjectId }: OutboxEntry): Promise<void> {
    if (kind === 'alert')
      return start(
        ALERT_WORKFLOW,
        alertWorkflowId(subjectId),
        { leadId: subjectId } satisfies AlertInput,
        UNLESS_ENDED,
      );
    if (kind === 'test')
      return start(
        SEND_TEST_WORKFLOW,
        sendTestWorkflowId(subjectId),
        { textId: subjectId } satisfies SendTestInput,
        UNLESS_ENDED,
      );
    if (kind === 'webhook') return deliver(subjectId);
    const workflowId = followUpWorkflowId(subjectId);
    if (kind === 'signal')
      return workflow.getHandle(workflowId).signal(ENROLLMENT_CHANGED_SIGNAL).catch(ignore(WorkflowNotFoundError));
    // After a restore one that has ended may have to learn again what it did.
    const again = restoredTo ? 'ALLOW_DUPLICATE' : UNLESS_ENDED;
    const reusePolicy = kind === 'restart' ? again : 'REJECT_DUPLICATE';
    return start(FOLLOW_UP_WORKFLOW, workflowId, { enrollmentId: subjectId } satisfies FollowUpInput, reusePolicy);
  }

  async function start(
    name: string,
    workflowId: string,
    input: FollowUpInput | AlertInput | SendTestInput,
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
      .catch(ignore(WorkflowExecutionAlreadyStartedError));
  }

  /** Begins a delivery or wakes the one under way; one that ended is begun anew, as a replay asks. What there is to do the domain says. */
  async function deliver(deliveryId: string): Promise<void> {
    await workflow.signalWithStart(DELIVER_WEBHOOK_WORKFLOW, {
      workflowId: deliverWebhookWorkflowId(deliveryId),
      taskQueue: TASK_QUEUE,
      args: [{ deliveryId } satisfies DeliverWebhookInput],
      signal: DELIVERY_CHANGED_SIGNAL,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
  }

  /** Sends one batch; answers how many rows were taken. */
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
          inSpan(`outbox ${entry.kind}`, () => dispatch(entry), { from: traces.get(entry.subjectId) ?? {} }),
        ),
      ),
    );
    const sent = entries.filter((_, index) => results[index]?.status === 'fulfilled');
    const failed = entries.filter((_, index) => results[index]?.status === 'rejected');
    if (sent.length > 0)
      await db.delete(
        OutboxEntry,
        sent.map(({ id }) => id),
      );
    for (const { id, attempts } of failed) {
      const wait = Math.min(RETRY_MS * 2 ** attempts, MAX_RETRY_MS);
      await db.update(OutboxEntry, { id }, { attempts: attempts + 1, nextAttemptAt: new Date(Date.now() + wait) });
    }
    if (entries.length > 0) heard(failed.length === 0);
    return entries.length;
  }

  async function probe(): Promise<void> {
    const call = () => connection.workflowService.getSystemInfo({});
    heard(
      await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call).then(
        () => true,
        () => false,
      ),
    );
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      nudged = new AbortController();
      try {
        // While Temporal is away nothing is tried, so that nothing waits for its next try when it is back.
        if (!isReachable) await probe();
        const taken = isReachable ? await dataSource.transaction(relayBatch) : 0;
        if (taken === BATCH) continue;
        if (taken === 0 && isReachable) await probe();
        if (Date.now() >= nextSweep) {
          nextSweep = Date.now() + SWEEP_MS;
          await releaseAllHeldLeads(dataSource, phones);
        }
        if (isReachable && Date.now() >= nextReconcile) {
          nextReconcile = Date.now() + reconcileMs;
          const drift = await reconcile(dataSource, workflow);
          if (drift.restarted + drift.orphans > 0) log.warn(drift, 'what is under way and its workflows differed');
        }
      } catch (error) {
        log.error({ kind: (error as Error).constructor.name }, 'the outbox could not be read');
      }
      await delay(IDLE_MS, undefined, { signal: AbortSignal.any([nudged.signal, stopping.signal]) }).catch(
        () => undefined,
      );
    }
    await connection.close();
  }

  const running = asAgency(run);
  return {
    nudge: () => nudged.abort(),
    isReachable: () => isReachable,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** A workflow, and what it does, belongs to the trace that started it. */
const traced: WorkflowClientInterceptor = {
  start: (input, next) => next({ ...input, headers: { ...input.headers, ...traceHeader() } }),
};

function traceHeader(): Record<string, Payload> {
  const carrier = traceCarrier();
  return 'traceparent' in carrier ? { [TRACE_HEADER]: defaultPayloadConverter.toPayload(carrier)! } : {};
}

function ignore(expected: new (...args: never[]) => Error) {
  return (error: unknown): void => {
    if (!(error instanceof expected)) throw error;
  };
}
