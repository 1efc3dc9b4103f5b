import type { WebhookEvent } from '@dripline/contract/webhooks';
import { randomUUID } from 'node:crypto';
import { type EntityManager, In } from 'typeorm';
import { Lead, type LeadStatus } from '../leads/lead.entity';
import { enqueueRows } from '../outbox/enqueue';
import { Reply } from '../replies/reply.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { type Conversion, conversionData, isAdConversion, toConversion } from './conversion-event';
import { type EventPayload, leadData, replyData, smsData } from './event-payloads';
import { WebhookDelivery } from './webhook-delivery.entity';

/** Creates deliveries of a lead event to the client's webhooks, in the caller's transaction. */
export const emitLeadEvent = (
  db: EntityManager,
  type: 'lead.created' | 'lead.updated',
  { id, clientId }: Pick<Lead, 'id' | 'clientId'>,
): Promise<void> => emitLeadEvents(db, type, clientId, [id]);

/** Creates deliveries of a lead event for each of a client's leads, in the caller's transaction. */
export async function emitLeadEvents(
  db: EntityManager,
  type: 'lead.created' | 'lead.updated',
  clientId: string,
  leadIds: string[],
): Promise<void> {
  const webhookIds = await findSubscribed(db, clientId, type);
  if (webhookIds.length === 0 || leadIds.length === 0) return;
  const timestamp = new Date().toISOString();
  const leads = await db.find(Lead, {
    where: { id: In(leadIds) },
    relations: { campaign: true },
    order: { id: 'ASC' },
  });
  const events = leads.map((lead) => ({
    clientId,
    leadId: lead.id,
    payload: { type, timestamp, data: leadData(lead, lead.campaign.name) },
  }));
  await addDeliveries(db, webhookIds, events);
}

/**
 * Creates deliveries of the conversions of leads that came from ads, in the caller's transaction, after it recorded a
 * change of status in the history. Each conversion of a lead is reported once.
 *
 * @param cause what happened to the leads: they arrived, or their status became this one
 */
export async function emitConversions(
  db: EntityManager,
  cause: LeadStatus | 'lead',
  clientId: string,
  leadIds: string[],
): Promise<void> {
  const conversion = toConversion(cause);
  if (conversion === null || leadIds.length === 0) return;
  const webhookIds = await findSubscribed(db, clientId, 'lead.conversion');
  if (webhookIds.length === 0) return;
  const now = new Date();
  const reported = await findReported(db, conversion, leadIds);
  const leads = await db.find(Lead, {
    where: { id: In(leadIds.filter((id) => !reported.has(id))) },
    order: { id: 'ASC' },
  });
  const events = leads.filter(isAdConversion).map((lead) => ({
    clientId,
    leadId: lead.id,
    payload: {
      type: 'lead.conversion' as const,
      timestamp: now.toISOString(),
      data: conversionData(lead, conversion, now),
    },
  }));
  await addDeliveries(db, webhookIds, events);
}

/** Finds the leads that had the status of a conversion, or the one after it, before their latest change. */
async function findReported(db: EntityManager, conversion: Conversion, leadIds: string[]): Promise<Set<string>> {
  if (conversion === 'lead') return new Set();
  const statuses = conversion === 'qualified' ? ['qualified', 'converted'] : ['converted'];
  const rows = await db.query<{ id: string }[]>(
    `SELECT lead_id AS id FROM lead_history WHERE lead_id = ANY ($1) AND kind = 'status'
       AND (previous = ANY ($2) OR current = ANY ($2)) GROUP BY lead_id HAVING count(*) > 1`,
    [leadIds, statuses],
  );
  return new Set(rows.map(({ id }) => id));
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

/** Finds the webhooks that receive an event. Locks them, because one that is deleted concurrently must not make the caller's transaction fail. */
async function findSubscribed(db: EntityManager, clientId: string, type: WebhookEvent): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(`${SUBSCRIBED} FOR KEY SHARE OF w`, [clientId, type]);
  return rows.map(({ id }) => id);
}

async function emit(
  db: EntityManager,
  type: WebhookEvent,
  subject: { clientId: string; leadId: string },
  data: () => Promise<object>,
): Promise<void> {
  const webhookIds = await findSubscribed(db, subject.clientId, type);
  if (webhookIds.length === 0) return;
  const payload = { type, timestamp: new Date().toISOString(), data: await data() };
  await addDeliveries(db, webhookIds, [{ ...subject, payload }]);
}

/** An event for a client's webhooks. */
interface NewEvent {
  clientId: string;
  leadId: string | null;
  payload: EventPayload;
}

/** Deliveries in one statement, which has at most 65,535 parameters. */
const INSERTED = 5_000;

/** Creates one delivery of each event per webhook and enqueues their workflows. Returns the delivery ids. */
export async function addDeliveries(
  db: EntityManager,
  webhookIds: readonly string[],
  events: readonly NewEvent[],
): Promise<string[]> {
  const deliveries = events.flatMap(({ payload, ...subject }) => {
    const event = { ...subject, eventId: `msg_${randomUUID()}`, type: payload.type, payload: JSON.stringify(payload) };
    return webhookIds.map((webhookId) => ({ ...event, webhookId }));
  });
  const ids: string[] = [];
  for (let start = 0; start < deliveries.length; start += INSERTED) {
    const { identifiers } = await db.insert(WebhookDelivery, deliveries.slice(start, start + INSERTED));
    ids.push(...identifiers.map(({ id }) => id as string));
  }
  await db.query(enqueueRows('webhook', 'SELECT client_id, id FROM webhook_deliveries WHERE id = ANY ($1::uuid[])'), [
    ids,
  ]);
  return ids;
}
