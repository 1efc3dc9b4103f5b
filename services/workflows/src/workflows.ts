export { leadNotification as alert } from './lead-notification.workflow';
export { deliverWebhook } from './deliver-webhook.workflow';
export { followUp } from './follow-up.workflow';
export { sendTestMessage as sendTest } from './send-test-message.workflow';
