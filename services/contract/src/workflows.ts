/** Temporal's standard header for traces. Its value is a TraceCarrier. */
export const TRACE_HEADER = '_tracer-data';
/** The task queue of the workflows, and of the activities that send messages. */
export const TASK_QUEUE = 'dripline';
/** The task queue of the activities that send lead notifications. */
export const NOTIFICATION_TASK_QUEUE = 'dripline-notifications';
/** The task queue of the activities that post to webhooks, so that receivers that do not respond delay no message. */
export const WEBHOOK_TASK_QUEUE = 'dripline-webhooks';

/** The workflow that sends one lead the messages of one sequence. */
export const FOLLOW_UP_WORKFLOW = 'followUp';

/** Input of the follow-up workflow. Everything else is read when needed, so that histories contain no personal data. */
export interface FollowUpInput {
  enrollmentId: string;
  /** The next step when the workflow was started. Without it, the workflow asks the server first. */
  next?: NextStep;
}

/** The step that an enrollment waits for. */
export interface NextStep {
  /** The step, from 0. */
  position: number;
  /** When it is due, in ISO 8601. */
  dueAt: string;
}

/** The workflow that notifies a business of one new lead. */
export const LEAD_NOTIFICATION_WORKFLOW = 'leadNotification';

/** Input of the lead notification workflow. */
export interface LeadNotificationInput {
  leadId: string;
}

/** Signal: the lead notification may be sent now, because the provider responds again. */
export const LEAD_NOTIFICATION_CHANGED_SIGNAL = 'leadNotificationChanged';

/** Returns the workflow id of a lead's notification. One per lead. */
export function leadNotificationWorkflowId(leadId: string): string {
  return `lead-notification-${leadId}`;
}

/** Signal: the enrollment changed (such as paused, released or due earlier), and the workflow must read it again. */
export const ENROLLMENT_CHANGED_SIGNAL = 'enrollmentChanged';

/** Returns the workflow id of an enrollment. One per enrollment, so that starting it twice is harmless. */
export function followUpWorkflowId(enrollmentId: string): string {
  return `enrollment-${enrollmentId}`;
}

/** The workflow that sends one test message. */
export const SEND_TEST_MESSAGE_WORKFLOW = 'sendTestMessage';

/** Input of the test message workflow. */
export interface SendTestMessageInput {
  messageId: string;
}

/** Returns the workflow id of a test message. */
export function sendTestMessageWorkflowId(messageId: string): string {
  return `test-message-${messageId}`;
}

/** The workflow that posts one event to one webhook. */
export const DELIVER_WEBHOOK_WORKFLOW = 'deliverWebhook';

/** Input of the webhook delivery workflow. */
export interface DeliverWebhookInput {
  deliveryId: string;
}

/** Signal: the delivery was replayed or cancelled, and the workflow must read it again. */
export const DELIVERY_CHANGED_SIGNAL = 'deliveryChanged';

/** Returns the workflow id of a delivery. */
export function deliverWebhookWorkflowId(deliveryId: string): string {
  return `webhook-${deliveryId}`;
}
