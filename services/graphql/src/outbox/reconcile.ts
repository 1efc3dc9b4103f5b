import {
  LEAD_NOTIFICATION_WORKFLOW,
  leadNotificationWorkflowId,
  DELIVER_WEBHOOK_WORKFLOW,
  deliverWebhookWorkflowId,
  FOLLOW_UP_WORKFLOW,
  followUpWorkflowId,
  SEND_TEST_MESSAGE_WORKFLOW,
  sendTestMessageWorkflowId,
} from '@dripline/contract/workflows';
import type { WorkflowClient } from '@temporalio/client';
import type { DataSource } from 'typeorm';
import { enqueueRows } from './enqueue';
import { ALL_CLIENTS, type CallKind } from './outbox-entry.entity';

/** The differences that a reconciliation found. */
export interface Drift {
  /** Number of open records whose workflow was missing. Their workflows are started again and continue. */
  restarted: number;
  /** Number of workflows whose enrollment is closed or deleted. They are signalled and complete, or are terminated. */
  orphans: number;
}

/** A kind of workflow, and the records that need one. */
interface WorkflowKind {
  /** The outbox entry that starts the workflow again. */
  kind: CallKind;
  workflow: string;
  prefix: string;
  table: string;
  id: string;
  isOpen: string;
}

const followUps: WorkflowKind = {
  kind: 'restart',
  workflow: FOLLOW_UP_WORKFLOW,
  prefix: followUpWorkflowId(''),
  table: 'enrollments',
  id: 'id',
  isOpen: `status IN ('active', 'held')`,
};
const workflowKinds: WorkflowKind[] = [
  followUps,
  {
    kind: 'lead_notification',
    workflow: LEAD_NOTIFICATION_WORKFLOW,
    prefix: leadNotificationWorkflowId(''),
    table: 'lead_notifications',
    id: 'lead_id',
    isOpen: `status = 'queued'`,
  },
  {
    kind: 'test_message',
    workflow: SEND_TEST_MESSAGE_WORKFLOW,
    prefix: sendTestMessageWorkflowId(''),
    table: 'test_messages',
    id: 'id',
    isOpen: `status = 'queued'`,
  },
  {
    kind: 'webhook',
    workflow: DELIVER_WEBHOOK_WORKFLOW,
    prefix: deliverWebhookWorkflowId(''),
    table: 'webhook_deliveries',
    id: 'id',
    isOpen: `status = 'pending'`,
  },
];

/** Above this number of records or workflows, ids are compared in 256 parts, by their first two digits. */
const MAX_PART = 2_000;
const parts = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));

/**
 * Compares open records with running workflows and enqueues what is missing, for example after a restored backup, a
 * terminated workflow or a lost namespace. Extra entries are harmless, so Temporal's eventually consistent list is
 * enough.
 */
export async function reconcile(dataSource: DataSource, workflow: WorkflowClient): Promise<Drift> {
  const drift = { restarted: 0, orphans: 0 };
  for (const workflowKind of workflowKinds) {
    const { count } = await workflow.count(runningQuery(workflowKind));
    const [{ open }] = await dataSource.query<[{ open: number }]>(
      `SELECT count(*)::int AS open FROM (SELECT FROM ${workflowKind.table} WHERE ${workflowKind.isOpen} LIMIT ${MAX_PART + 1}) records`,
    );
    for (const digits of Math.max(count, open) > MAX_PART ? parts : [''])
      await reconcilePart(dataSource, workflow, workflowKind, digits, drift);
  }
  return drift;
}

const runningQuery = ({ workflow }: WorkflowKind) => `WorkflowType = '${workflow}' AND ExecutionStatus = 'Running'`;

async function reconcilePart(
  dataSource: DataSource,
  workflow: WorkflowClient,
  workflowKind: WorkflowKind,
  digits: string,
  drift: Drift,
): Promise<void> {
  const { kind, prefix, table, id, isOpen } = workflowKind;
  const running: string[] = [];
  for await (const { workflowId } of workflow.list({
    query: `${runningQuery(workflowKind)} AND WorkflowId STARTS_WITH '${prefix}${digits}'`,
  }))
    running.push(workflowId.slice(prefix.length));
  const range = [digits.padEnd(8, '0'), digits.padEnd(8, 'f')];
  const records = `SELECT client_id, ${id} AS id FROM ${table}
    WHERE ${isOpen} AND ${id} BETWEEN ($2 || '-0000-0000-0000-000000000000')::uuid AND ($3 || '-ffff-ffff-ffff-ffffffffffff')::uuid`;
  const isWaiting = `EXISTS (SELECT FROM outbox WHERE subject_id = records.id AND NOT is_bulk)`;
  const missing = `SELECT client_id, id FROM (${records}) records WHERE NOT id = ANY ($1::uuid[]) AND NOT ${isWaiting}`;
  const enqueued = await dataSource.query<unknown[]>(`${enqueueRows(kind, missing)} RETURNING id`, [running, ...range]);
  drift.restarted += enqueued.length;
  // Only follow-ups can wait without a timer. The other workflows finish by themselves.
  if (workflowKind !== followUps) return;
  const ended = `SELECT coalesce(e.client_id, '${ALL_CLIENTS}') AS client_id, ids.id FROM unnest($1::uuid[]) AS ids (id)
    LEFT JOIN enrollments e ON e.id = ids.id WHERE e.id IS NULL OR NOT e.${isOpen}`;
  const signalled = await dataSource.query<unknown[]>(`${enqueueRows('signal', ended)} RETURNING id`, [running]);
  drift.orphans += signalled.length;
}
