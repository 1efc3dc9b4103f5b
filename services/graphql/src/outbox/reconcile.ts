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
import { type DataSource, type EntityManager, In } from 'typeorm';
import { LeadNotification } from '../lead-notifications/lead-notification.entity';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { SmsStatus } from '../messages/outbound-message.entity';
import { TestMessage } from '../messages/test-message.entity';
import { DeliveryStatus, WebhookDelivery } from '../webhooks/webhook-delivery.entity';
import { enqueue } from './enqueue';
import { OutboxEntry, type OutboxKind } from './outbox-entry.entity';

/** The differences that a reconciliation found. */
export interface Drift {
  /** Number of open records whose workflow was missing. Their workflows are started again and continue. */
  restarted: number;
  /** Number of workflows whose enrollment is closed or deleted. They are signalled and complete. */
  orphans: number;
}

/** A kind of workflow, and the records that need one. */
interface WorkflowKind {
  /** The outbox entry that starts the workflow again. */
  kind: OutboxKind;
  workflow: string;
  prefix: string;
  listOpen(db: EntityManager): Promise<string[]>;
}

const followUpKind: WorkflowKind = {
  kind: 'restart',
  workflow: FOLLOW_UP_WORKFLOW,
  prefix: followUpWorkflowId(''),
  listOpen: async (db) =>
    (
      await db.find(Enrollment, {
        select: { id: true },
        where: { status: In([EnrollmentStatus.active, EnrollmentStatus.held]) },
      })
    ).map(({ id }) => id),
};
const notificationKind: WorkflowKind = {
  kind: 'lead_notification',
  workflow: LEAD_NOTIFICATION_WORKFLOW,
  prefix: leadNotificationWorkflowId(''),
  listOpen: async (db) =>
    (await db.find(LeadNotification, { select: { leadId: true }, where: { status: SmsStatus.queued } })).map(
      ({ leadId }) => leadId,
    ),
};
const testMessageKind: WorkflowKind = {
  kind: 'test_message',
  workflow: SEND_TEST_MESSAGE_WORKFLOW,
  prefix: sendTestMessageWorkflowId(''),
  listOpen: async (db) =>
    (await db.find(TestMessage, { select: { id: true }, where: { status: SmsStatus.queued } })).map(({ id }) => id),
};
const deliveryKind: WorkflowKind = {
  kind: 'webhook',
  workflow: DELIVER_WEBHOOK_WORKFLOW,
  prefix: deliverWebhookWorkflowId(''),
  listOpen: async (db) =>
    (await db.find(WebhookDelivery, { select: { id: true }, where: { status: DeliveryStatus.pending } })).map(
      ({ id }) => id,
    ),
};

/**
 * Compares open records with running workflows and enqueues what is missing, for example after a restored backup, a
 * terminated workflow or a lost namespace. Extra entries are harmless, so Temporal's eventually consistent list is
 * enough.
 */
export async function reconcile(dataSource: DataSource, workflow: WorkflowClient): Promise<Drift> {
  const drift = { restarted: 0, orphans: 0 };
  for (const workflowKind of [followUpKind, notificationKind, testMessageKind, deliveryKind]) {
    const running = await listRunning(workflow, workflowKind);
    const openIds = new Set(await workflowKind.listOpen(dataSource.manager));
    const pendingEntries = await dataSource.manager.find(OutboxEntry, { select: { subjectId: true } });
    const pendingIds = new Set(pendingEntries.map(({ subjectId }) => subjectId));
    const missing = [...openIds].filter((id) => !running.has(id) && !pendingIds.has(id));
    // Only follow-ups can wait without a timer. The other workflows finish by themselves.
    const orphans = workflowKind === followUpKind ? [...running].filter((id) => !openIds.has(id)) : [];
    await dataSource.transaction(async (db) => {
      await enqueue(db, workflowKind.kind, missing);
      await enqueue(db, 'signal', orphans);
    });
    drift.restarted += missing.length;
    drift.orphans += orphans.length;
  }
  return drift;
}

async function listRunning(client: WorkflowClient, { workflow, prefix }: WorkflowKind): Promise<Set<string>> {
  const running = new Set<string>();
  for await (const { workflowId } of client.list({
    query: `WorkflowType = '${workflow}' AND ExecutionStatus = 'Running'`,
  })) {
    if (workflowId.startsWith(prefix)) running.add(workflowId.slice(prefix.length));
  }
  return running;
}
