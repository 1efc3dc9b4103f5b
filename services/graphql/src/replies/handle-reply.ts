import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { retryConflicts } from '../database/retry-conflicts';
import { emitReplyEvent } from '../webhooks/emit-event';
import { notifyOfReply } from '../notifications/notify';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { liftSuppression, scopeOf, suppress, type SuppressionScope } from './suppress';
import { classifyReply } from './classify-reply';
import { Reply, ReplyIntent } from './reply.entity';

/** An inbound message. */
export interface InboundMessage {
  providerId: string;
  /** E.164. */
  from: string;
  /** The number that received it, in E.164. */
  to?: string;
  /** The Messaging Service that the number belongs to. */
  messagingServiceSid?: string;
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

const unmatchedReplies = new Counter({
  name: 'dripline_unmatched_replies_total',
  help: 'Replies from numbers without a lead, which are not stored. An opt-out is stored anyway.',
  registers: [metrics],
});

/**
 * Handles an inbound message. Idempotent by the provider's id.
 * STOP and START apply to the sender: to the client whose own it is, or to every client that shares it, whatever else is
 * known of the number.
 */
export async function handleReply(dataSource: DataSource, message: InboundMessage): Promise<void> {
  const intent = providerMeanings[message.optOutType?.toUpperCase() ?? ''] ?? classifyReply(message.body);
  const { manager } = dataSource;
  const own = await retryConflicts(() => findOwnSender(manager, message));
  const scope = own ?? scopeOf({ sender: null, clientId: '' });
  // First and by itself, because nothing else may prevent it.
  if (intent === ReplyIntent.stop) await retryConflicts(() => suppress(manager, message.from, 'stop', scope));
  if (intent === ReplyIntent.start) await retryConflicts(() => liftSuppression(manager, message.from, scope));
  await retryConflicts(() => dataSource.transaction((db) => storeReply(db, message, intent, own?.clientId ?? null)));
}

/** Stores a reply where a lead is known, and cancels what it ends. */
async function storeReply(
  db: EntityManager,
  message: InboundMessage,
  intent: ReplyIntent,
  ownerId: string | null,
): Promise<void> {
  const { from, body, providerId } = message;
  if (intent === ReplyIntent.stop) await cancelEnrollments(db, from, 'opted_out', { onlyOptedOut: true });
  const conversations = await findConversations(db, from, ownerId);
  if (conversations.length === 0) unmatchedReplies.inc();
  const appliesToEveryConversation = intent === ReplyIntent.stop || intent === ReplyIntent.start;
  for (const { clientId, leadId } of appliesToEveryConversation ? conversations : conversations.slice(0, 1)) {
    const { raw } = await db
      .createQueryBuilder()
      .insert()
      .into(Reply)
      .values({ clientId, leadId, providerId, body, intent })
      .orIgnore()
      .returning('id')
      .execute();
    const [inserted] = raw as { id: string }[];
    if (!inserted) continue;
    await emitReplyEvent(db, { id: inserted.id, clientId, leadId });
    if (intent === ReplyIntent.reply || intent === ReplyIntent.review) {
      await notifyOfReply(db, leadId);
      await cancelEnrollments(db, from, 'replied', { clientId, onlyStopOnReply: true });
    }
  }
}

/**
 * Returns the client whose own sender received the message, or null for the sender that clients share. A sender that a
 * client had before is found by the messages that were sent from it.
 */
async function findOwnSender(
  db: EntityManager,
  { from, to, messagingServiceSid }: InboundMessage,
): Promise<SuppressionScope | null> {
  const [own] = await db.query<SuppressionScope[]>(
    `SELECT sender, client_id AS "clientId" FROM (
       SELECT from_number AS sender, client_id, 1 AS rank, created_at FROM senders WHERE from_number = $2
       UNION ALL SELECT messaging_service_sid, client_id, 2, created_at FROM senders WHERE messaging_service_sid = $3
       UNION ALL SELECT sender, client_id, 3, created_at FROM sms_messages WHERE to_e164 = $1 AND sender IN ($2, $3)
     ) found ORDER BY rank, created_at DESC LIMIT 1`,
    [from, to ?? null, messagingServiceSid ?? null],
  );
  return own ?? null;
}

/** Finds who messaged the number: the client whose own sender received the reply, or those that share the sender. */
function findConversations(db: EntityManager, from: string, ownerId: string | null): Promise<Conversation[]> {
  return db.query<Conversation[]>(
    `SELECT client_id AS "clientId", lead_id AS "leadId" FROM (
       SELECT DISTINCT ON (client_id) client_id, lead_id, created_at FROM sms_messages
       WHERE to_e164 = $1 AND CASE WHEN $2::uuid IS NULL THEN sender IS NULL ELSE client_id = $2 END ORDER BY client_id, created_at DESC
     ) latest ORDER BY created_at DESC`,
    [from, ownerId],
  );
}
