import {
  LEAD_NOTIFICATION_CHANGED_SIGNAL,
  LEAD_NOTIFICATION_WORKFLOW,
  type LeadNotificationInput,
  type NextStep,
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
} from '@dripline/contract/workflows';
import {
  type WorkflowClient,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { CallKind } from './outbox-entry.entity';

/** Starts a workflow again only if it was terminated or failed, not if it completed. */
const UNLESS_COMPLETED = 'ALLOW_DUPLICATE_FAILED_ONLY';

/**
 * Returns the function that makes the call of an outbox entry. Calls are idempotent.
 *
 * @param isRestored whether the database was restored from a backup. A completed workflow may then have to run again,
 *   because the database forgot its results.
 */
export function temporalCalls(workflow: WorkflowClient, isRestored: boolean) {
  const calls: Record<CallKind, (subjectId: string, next?: NextStep) => Promise<void>> = {
    start: (enrollmentId, next) => startFollowUp(enrollmentId, next, 'REJECT_DUPLICATE'),
    restart: (enrollmentId, next) =>
      startFollowUp(enrollmentId, next, isRestored ? 'ALLOW_DUPLICATE' : UNLESS_COMPLETED),
    signal: (enrollmentId) =>
      workflow
        .getHandle(followUpWorkflowId(enrollmentId))
        .signal(ENROLLMENT_CHANGED_SIGNAL)
        .catch(ignoreError(WorkflowNotFoundError)),
    lead_notification: (leadId) =>
      signalWithStart(
        LEAD_NOTIFICATION_WORKFLOW,
        leadNotificationWorkflowId(leadId),
        { leadId } satisfies LeadNotificationInput,
        LEAD_NOTIFICATION_CHANGED_SIGNAL,
        UNLESS_COMPLETED,
      ),
    test_message: (messageId) =>
      start(
        SEND_TEST_MESSAGE_WORKFLOW,
        sendTestMessageWorkflowId(messageId),
        { messageId } satisfies SendTestMessageInput,
        UNLESS_COMPLETED,
      ),
    // A completed workflow is started again, because a replay asks for it.
    webhook: (deliveryId) =>
      signalWithStart(
        DELIVER_WEBHOOK_WORKFLOW,
        deliverWebhookWorkflowId(deliveryId),
        { deliveryId } satisfies DeliverWebhookInput,
        DELIVERY_CHANGED_SIGNAL,
        'ALLOW_DUPLICATE',
      ),
  };
  return (kind: CallKind, subjectId: string, next?: NextStep) => calls[kind](subjectId, next);

  function startFollowUp(
    enrollmentId: string,
    next: NextStep | undefined,
    reusePolicy: WorkflowIdReusePolicy,
  ): Promise<void> {
    const input = { enrollmentId, next } satisfies FollowUpInput;
    return start(FOLLOW_UP_WORKFLOW, followUpWorkflowId(enrollmentId), input, reusePolicy);
  }

  async function start(
    name: string,
    workflowId: string,
    input: FollowUpInput | SendTestMessageInput,
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

  async function signalWithStart(
    name: string,
    workflowId: string,
    input: LeadNotificationInput | DeliverWebhookInput,
    signal: string,
    workflowIdReusePolicy: WorkflowIdReusePolicy,
  ): Promise<void> {
    await workflow
      .signalWithStart(name, { workflowId, taskQueue: TASK_QUEUE, args: [input], signal, workflowIdReusePolicy })
      .catch(ignoreError(WorkflowExecutionAlreadyStartedError));
  }
}

function ignoreError(expected: new (...args: never[]) => Error) {
  return (error: unknown): void => {
    if (!(error instanceof expected)) throw error;
  };
}
