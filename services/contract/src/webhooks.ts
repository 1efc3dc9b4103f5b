/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = ['lead.created', 'lead.updated', 'sms.sent', 'sms.failed', 'sms.replied'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent when somebody asks for a test, whatever the webhook is told of. */
export const TEST_EVENT = 'webhook.test' as const;

/** Webhooks that one client may have. */
export const MAX_WEBHOOKS = 5;
export const MAX_WEBHOOK_URL_LENGTH = 500;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 200;
/** How much of a receiver's answer is kept, in characters. */
export const KEPT_ANSWER_LENGTH = 1_000;
