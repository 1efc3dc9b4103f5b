/** The event types that a webhook can subscribe to. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'lead.conversion',
  'sms.sent',
  'sms.failed',
  'sms.replied',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** The event type of a test, which is sent regardless of the webhook's subscriptions. */
export const TEST_EVENT = 'webhook.test' as const;

/** Maximum number of webhooks per client. */
export const MAX_WEBHOOKS = 5;
export const MAX_WEBHOOK_URL_LENGTH = 500;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 200;
/** How much of a receiver's response is stored, in characters. */
export const MAX_STORED_RESPONSE_LENGTH = 1_000;
