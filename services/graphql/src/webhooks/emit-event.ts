import type { WebhookEvent } from '@dripline/contract/webhooks';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Lead } from '../leads/lead.entity';
import { enqueue } from '../outbox/enqueue';
import { Reply } from '../replies/reply.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { type EventPayload, leadData, replyData, smsData } from './event-payloads';
import { WebhookDelivery } from './webhook-delivery.entity';

/** Creates deliveries of a lead event to the client's webhooks, in the caller's transaction. */
export async function emitLeadEvent(
  db: EntityManager,
  type: 'lead.created' | 'lead.updated',
  { id: leadId, clientId }: Pick<Lead, 'id' | 'clientId'>,
): Promise<void> {
  await emit(db, type, { clientId, leadId }, async () => {
    const lead = await db.findOneOrFail(Lead, { where: { id: leadId }, relations: { campaign: true } });
    return leadData(lead, lead.campaign.name);
  });
}

/** Creates deliveries of a message event to the client's webhooks, in the caller's transaction. */
export async function emitSmsEvent(
  db: EntityManager,
  type: 'sms.sent' | 'sms.failed',
  { id, leadId, clientId }: Pick<SmsMessage, 'id' | 'leadId' | 'clientId'>,
): Promise<void> {
  await emit(db, type, { clientId, leadId }, async () => smsData(await db.findOneByOrFail(SmsMessage, { id })));
}

/** Creates deliveries of a reply event to the client's webhooks, in the caller's transaction. */
export async function emitReplyEvent(
  db: EntityManager,
  { id, leadId, clientId }: Pick<Reply, 'id' | 'leadId' | 'clientId'>,
): Promise<void> {
  await emit(db, 'sms.replied', { clientId, leadId }, async () => replyData(await db.findOneByOrFail(Reply, { id })));
}

/** The webhooks of the client $1 that receive the event $2, as SQL. */
const SUBSCRIBED =
  'SELECT w.id FROM webhooks w JOIN clients c ON c.id = w.client_id WHERE w.client_id = $1 AND c.webhooks_enabled AND w.enabled AND $2 = ANY(w.events)';

/** Whether one of a client's webhooks receives an event, so that a change of many leads asks once. */
export async function isSubscribed(db: EntityManager, clientId: string, type: WebhookEvent): Promise<boolean> {
  return (await db.query<unknown[]>(`${SUBSCRIBED} LIMIT 1`, [clientId, type])).length > 0;
}

async function emit(
  db: EntityManager,
  type: WebhookEvent,
  subject: { clientId: string; leadId: string },
  data: () => Promise<object>,
): Promise<void> {
  // Locks the webhooks, because one that is deleted concurrently must not make the caller's transaction fail.
  const subscribed = await db.query<{ id: string }[]>(`${SUBSCRIBED} FOR KEY SHARE OF w`, [subject.clientId, type]);
  if (subscribed.length === 0) return;
  const payload = { type, timestamp: new Date().toISOString(), data: await data() };
  await addDeliveries(
    db,
    subscribed.map(({ id }) => id),
    subject,
    payload,
  );
}

/** Creates one delivery of an event per webhook and enqueues their workflows. Returns the delivery ids. */
export async function addDeliveries(
  db: EntityManager,
  webhookIds: string[],
  subject: { clientId: string; leadId: string | null },
  payload: EventPayload,
): Promise<string[]> {
  const event = { ...subject, eventId: `msg_${randomUUID()}`, type: payload.type, payload: JSON.stringify(payload) };
  const { identifiers } = await db.insert(
    WebhookDelivery,
    webhookIds.map((webhookId) => ({ ...event, webhookId })),
  );
  const ids = identifiers.map(({ id }) => id as string);
  for (const id of ids) await enqueue(db, 'webhook', subject.clientId, id);
  return ids;
}
