export { leadNotification } from './lead-notification.workflow';
export { deliverWebhook } from './deliver-webhook.workflow';
export { followUp } from './follow-up.workflow';
export { sendTestMessage } from './send-test-message.workflow';
