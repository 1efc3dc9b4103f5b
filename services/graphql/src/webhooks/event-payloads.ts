import type { TEST_EVENT, WebhookEvent } from '@dripline/contract/webhooks';
import { toFullAttribution } from '../leads/attribution/attribution.types';
import type { Lead } from '../leads/lead.entity';
import type { Reply } from '../replies/reply.entity';
import type { SmsMessage } from '../messages/sms-message.entity';

/** The body of a webhook request. docs/guides/webhooks.md documents each event. */
export interface EventPayload {
  type: WebhookEvent | typeof TEST_EVENT;
  /** When the event happened, in ISO 8601. */
  timestamp: string;
  data: object;
}

/** Returns the data of `lead.created` and `lead.updated` events. */
export function leadData(lead: Lead, campaignName: string): object {
  const { id, campaignId, status, formData, fullName, email, phone, source, createdAt, updatedAt } = lead;
  const attribution = toFullAttribution(lead.attribution);
  const abTestVariantId = lead.variantId;
  const submission = { fullName, email, phone, source, attribution, abTestVariantId };
  return { id, campaignId, campaignName, status, formData, ...submission, createdAt, updatedAt };
}

/** Returns the data of `sms.sent` and `sms.failed` events. */
export function smsData(message: SmsMessage): object {
  const { id, leadId, campaignId, smsSequenceId, step, status, deliveryStatus, reason, body, sentAt } = message;
  return { id, leadId, campaignId, smsSequenceId, step, status, deliveryStatus, reason, body, sentAt };
}

/** Returns the data of `sms.replied` events. */
export function replyData({ id, leadId, body, intent, createdAt }: Reply): object {
  return { id, leadId, body, intent, createdAt };
}
