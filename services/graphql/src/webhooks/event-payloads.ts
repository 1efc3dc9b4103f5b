import type { TEST_EVENT, WebhookEvent } from '@dripline/contract/webhooks';
import type { Lead } from '../leads/lead.entity';
import type { Reply } from '../replies/reply.entity';
import type { SmsMessage } from '../messages/sms-message.entity';

/** What is posted; docs/webhooks.md shows each. */
export interface EventPayload {
  type: WebhookEvent | typeof TEST_EVENT;
  /** When it happened. */
  timestamp: string;
  data: object;
}

/** A lead, as `lead.created` and `lead.updated` tell of it. */
export function leadData(lead: Lead, campaignName: string): object {
  const { id, campaignId, status, formData, fullName, email, phone, source, createdAt, updatedAt } = lead;
  return { id, campaignId, campaignName, status, formData, fullName, email, phone, source, createdAt, updatedAt };
}

/** A text, as `sms.sent` and `sms.failed` tell of it. */
export function smsData(message: SmsMessage): object {
  const { id, leadId, campaignId, smsSequenceId, step, status, deliveryStatus, reason, body, sentAt } = message;
  return { id, leadId, campaignId, smsSequenceId, step, status, deliveryStatus, reason, body, sentAt };
}

/** A text that came back, as `sms.replied` tells of it. */
export function replyData({ id, leadId, body, meaning, createdAt }: Reply): object {
  return { id, leadId, body, meaning, createdAt };
}
