import type { DataSource, EntityManager } from 'typeorm';
import { emitReplyEvent } from '../webhooks/emit-event';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { optIn, optOut } from './opt-outs';
import { classifyReply } from './classify-reply';
import { Reply, ReplyIntent } from './reply.entity';

/** An inbound message. */
export interface InboundMessage {
  providerId: string;
  /** E.164. */
  from: string;
  body: string;
  /** The provider's own classification (Twilio's `OptOutType`), if it sent one. */
  optOutType?: string;
}

interface Conversation {
  clientId: string;
  leadId: string;
}

const providerMeanings: Record<string, ReplyIntent> = {
  STOP: ReplyIntent.stop,
  START: ReplyIntent.start,
  HELP: ReplyIntent.help,
};

/**
 * Handles an inbound message. Idempotent by the provider's id.
 * STOP and START apply to every client that messaged this number, because all clients share one sender and carriers
 * block the sender. Any other reply belongs to the latest conversation, and cancels the lead's enrollments in sequences
 * that stop on a reply.
 */
export function handleReply(dataSource: DataSource, message: InboundMessage): Promise<void> {
  const intent = providerMeanings[message.optOutType?.toUpperCase() ?? ''] ?? classifyReply(message.body);
  return dataSource.transaction(async (db) => {
    const conversations = await findConversations(db, message.from);
    const appliesToEveryConversation = intent === ReplyIntent.stop || intent === ReplyIntent.start;
    for (const { clientId, leadId } of appliesToEveryConversation ? conversations : conversations.slice(0, 1)) {
      const reply = { clientId, leadId, providerId: message.providerId, body: message.body, intent };
      const { raw } = await db
        .createQueryBuilder()
        .insert()
        .into(Reply)
        .values(reply)
        .orIgnore()
        .returning('id')
        .execute();
      const [inserted] = raw as { id: string }[];
      if (!inserted) continue;
      await emitReplyEvent(db, { id: inserted.id, clientId, leadId });
      if (intent === ReplyIntent.stop) await optOut(db, clientId, message.from);
      else if (intent === ReplyIntent.start) await optIn(db, clientId, message.from);
      else if (intent !== ReplyIntent.help)
        await cancelEnrollments(db, clientId, message.from, 'replied', { onlyStopOnReply: true });
    }
    if (appliesToEveryConversation)
      await applyToNotificationPhones(db, message.from, intent === ReplyIntent.stop ? optOut : optIn);
  });
}

/** Finds the clients that messaged this number, each with the latest lead it messaged. Latest first. */
function findConversations(db: EntityManager, from: string): Promise<Conversation[]> {
  return db.query<Conversation[]>(
    `SELECT client_id AS "clientId", lead_id AS "leadId" FROM (
       SELECT DISTINCT ON (client_id) client_id, lead_id, created_at FROM sms_messages WHERE to_e164 = $1 ORDER BY client_id, created_at DESC
     ) latest ORDER BY created_at DESC`,
    [from],
  );
}

/** Applies STOP or START to clients whose own notification phone this is. Lead notifications are not conversations. */
async function applyToNotificationPhones(db: EntityManager, from: string, change: typeof optOut): Promise<void> {
  const clients = await db.query<{ clientId: string }[]>(
    'SELECT DISTINCT client_id AS "clientId" FROM lead_notifications WHERE to_e164 = $1',
    [from],
  );
  for (const { clientId } of clients) await change(db, clientId, from);
}
