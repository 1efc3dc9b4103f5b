/** Temporal's own name for the header that carries a trace; its value is a TraceCarrier. */
export const TRACE_HEADER = '_tracer-data';
/** The task queue that `services/workflows` polls. */
export const TASK_QUEUE = 'dripline';

/** Name of the workflow that follows one lead through one sequence. */
export const FOLLOW_UP_WORKFLOW = 'followUp';

/** Its only input: everything else is read from the domain when it is needed, so histories hold ids alone. */
export interface FollowUpInput {
  enrollmentId: string;
}

/** Name of the workflow that tells a business of one new lead. */
export const ALERT_WORKFLOW = 'alert';

/** Its only input. */
export interface AlertInput {
  leadId: string;
}

/** The workflow id of the alert about a lead. One per lead. */
export function alertWorkflowId(leadId: string): string {
  return `alert-${leadId}`;
}

/** Signal: something about this enrollment changed (switched off, released, due again); look again. */
export const ENROLLMENT_CHANGED_SIGNAL = 'enrollmentChanged';

/** The workflow id of an enrollment. One per enrollment, so that starting twice is harmless. */
export function followUpWorkflowId(enrollmentId: string): string {
  return `enrollment-${enrollmentId}`;
}

/** Name of the workflow that sends one test text. */
export const SEND_TEST_WORKFLOW = 'sendTest';

/** Its only input. */
export interface SendTestInput {
  textId: string;
}

/** The workflow id of a test text. */
export function sendTestWorkflowId(textId: string): string {
  return `test-${textId}`;
}

/** Name of the workflow that posts one event to one webhook. */
export const DELIVER_WEBHOOK_WORKFLOW = 'deliverWebhook';

/** Its only input. */
export interface DeliverWebhookInput {
  deliveryId: string;
}

/** Signal: this delivery is wanted now, or no longer; look again. */
export const DELIVERY_CHANGED_SIGNAL = 'deliveryChanged';

/** The workflow id of a delivery. */
export function deliverWebhookWorkflowId(deliveryId: string): string {
  return `webhook-${deliveryId}`;
}
