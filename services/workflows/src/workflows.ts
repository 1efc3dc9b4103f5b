export { alert } from './alert.workflow';
export { deliverWebhook } from './deliver-webhook.workflow';
export { followUp } from './follow-up.workflow';
export { sendTest } from './send-test.workflow';
