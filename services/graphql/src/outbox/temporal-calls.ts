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

/** An enrollment whose workflow is called. */
export interface EnrollmentToCall {
  /** Its next step, unless it is held or has ended. */
  next?: NextStep;
  /** Whether a person wrote the message. The previous release completes its workflow without sending it. */
  isWritten?: boolean;
}

/** Starts a workflow again only if it was terminated or failed, not if it completed. */
const UNLESS_COMPLETED = 'ALLOW_DUPLICATE_FAILED_ONLY';

/**
 * Returns the function that makes the call of an outbox entry. Calls are idempotent.
 *
 * @param isRestored whether the database was restored from a backup. A completed workflow may then have to run again,
 *   because the database forgot its results.
 */
export function temporalCalls(workflow: WorkflowClient, isRestored: boolean) {
  const calls: Record<CallKind, (subjectId: string, enrollment?: EnrollmentToCall) => Promise<void>> = {
    start: (enrollmentId, enrollment) => startFollowUp(enrollmentId, enrollment?.next, 'REJECT_DUPLICATE'),
    restart: (enrollmentId, enrollment) =>
      startFollowUp(
        enrollmentId,
        enrollment?.next,
        isRestored || enrollment?.isWritten ? 'ALLOW_DUPLICATE' : UNLESS_COMPLETED,
      ),
    async signal(enrollmentId, enrollment) {
      const handle = workflow.getHandle(followUpWorkflowId(enrollmentId));
      // Terminating costs a fraction of a signal, which the workflow would have to process only to end.
      await (
        enrollment ? handle.signal(ENROLLMENT_CHANGED_SIGNAL) : handle.terminate('The enrollment was deleted')
      ).catch(ignoreError(WorkflowNotFoundError));
    },
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
  return (kind: CallKind, subjectId: string, enrollment?: EnrollmentToCall) => calls[kind](subjectId, enrollment);

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
