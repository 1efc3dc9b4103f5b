import {
  ALERT_WORKFLOW,
  alertWorkflowId,
  DELIVER_WEBHOOK_WORKFLOW,
  deliverWebhookWorkflowId,
  FOLLOW_UP_WORKFLOW,
  followUpWorkflowId,
  SEND_TEST_WORKFLOW,
  sendTestWorkflowId,
} from '@dripline/contract/workflows';
import type { WorkflowClient } from '@temporalio/client';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { Alert } from '../lead-notifications/lead-notification.entity';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { SmsStatus } from '../messages/outbound-message.entity';
import { TestText } from '../messages/test-message.entity';
import { DeliveryStatus, WebhookDelivery } from '../webhooks/webhook-delivery.entity';
import { leaveWord } from './outbox';
import { OutboxEntry, type OutboxKind } from './outbox-entry.entity';

/** What a look at both sides found. */
export interface Drift {
  /** Enrollments, alerts, test texts and deliveries under way whose workflow was gone: it is started again, and goes on where they stand. */
  restarted: number;
  /** Workflows whose enrollment is over or gone: they are told to look, and end. */
  orphans: number;
}

/** What a workflow carries out. */
interface Errand {
  /** The word that starts it again. */
  kind: OutboxKind;
  workflow: string;
  prefix: string;
  underWay(db: EntityManager): Promise<string[]>;
}

const followUps: Errand = {
  kind: 'restart',
  workflow: FOLLOW_UP_WORKFLOW,
  prefix: followUpWorkflowId(''),
  underWay: async (db) =>
    (
      await db.find(Enrollment, {
        select: { id: true },
        where: { status: In([EnrollmentStatus.active, EnrollmentStatus.held]) },
      })
    ).map(({ id }) => id),
};
const alerts: Errand = {
  kind: 'alert',
  workflow: ALERT_WORKFLOW,
  prefix: alertWorkflowId(''),
  underWay: async (db) =>
    (await db.find(Alert, { select: { leadId: true }, where: { status: SmsStatus.queued } })).map(
      ({ leadId }) => leadId,
    ),
};
const testTexts: Errand = {
  kind: 'test',
  workflow: SEND_TEST_WORKFLOW,
  prefix: sendTestWorkflowId(''),
  underWay: async (db) =>
    (await db.find(TestText, { select: { id: true }, where: { status: SmsStatus.queued } })).map(({ id }) => id),
};
const deliveries: Errand = {
  kind: 'webhook',
  workflow: DELIVER_WEBHOOK_WORKFLOW,
  prefix: deliverWebhookWorkflowId(''),
  underWay: async (db) =>
    (await db.find(WebhookDelivery, { select: { id: true }, where: { status: DeliveryStatus.pending } })).map(
      ({ id }) => id,
    ),
};

/**
 * Compares what is under way here with what runs at Temporal, and leaves word where they differ: after a restored backup, a terminated workflow
 * or a namespace that forgot. Saying it once too often is harmless, so a list that lags does no harm.
 */
export async function reconcile(dataSource: DataSource, workflow: WorkflowClient): Promise<Drift> {
  const drift = { restarted: 0, orphans: 0 };
  for (const errand of [followUps, alerts, testTexts, deliveries]) {
    const running = await listRunning(workflow, errand);
    const underWay = new Set(await errand.underWay(dataSource.manager));
    const waiting = await dataSource.manager.find(OutboxEntry, { select: { subjectId: true } });
    const announced = new Set(waiting.map(({ subjectId }) => subjectId));
    const missing = [...underWay].filter((id) => !running.has(id) && !announced.has(id));
    // The other workflows look by themselves, soon.
    const orphans = errand === followUps ? [...running].filter((id) => !underWay.has(id)) : [];
    await dataSource.transaction(async (db) => {
      await leaveWord(db, errand.kind, missing);
      await leaveWord(db, 'signal', orphans);
    });
    drift.restarted += missing.length;
    drift.orphans += orphans.length;
  }
  return drift;
}

async function listRunning(client: WorkflowClient, { workflow, prefix }: Errand): Promise<Set<string>> {
  const running = new Set<string>();
  for await (const { workflowId } of client.list({
    query: `WorkflowType = '${workflow}' AND ExecutionStatus = 'Running'`,
  })) {
    if (workflowId.startsWith(prefix)) running.add(workflowId.slice(prefix.length));
  }
  return running;
}
