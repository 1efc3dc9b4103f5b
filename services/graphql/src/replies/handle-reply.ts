import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { retryConflicts } from '../database/retry-conflicts';
import { emitReplyEvent } from '../webhooks/emit-event';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { liftSuppression, suppress } from './suppress';
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

const unmatchedReplies = new Counter({
  name: 'dripline_unmatched_replies_total',
  help: 'Replies from numbers without a lead, which are not stored. An opt-out is stored anyway.',
  registers: [metrics],
});

/**
 * Handles an inbound message. Idempotent by the provider's id.
 * STOP and START apply to the sender, so to every client that shares it, whatever else is known of the number.
 */
export async function handleReply(dataSource: DataSource, message: InboundMessage): Promise<void> {
  const intent = providerMeanings[message.optOutType?.toUpperCase() ?? ''] ?? classifyReply(message.body);
  // First and by itself, because nothing else may prevent it.
  if (intent === ReplyIntent.stop) await retryConflicts(() => suppress(dataSource.manager, message.from, 'stop'));
  if (intent === ReplyIntent.start) await retryConflicts(() => liftSuppression(dataSource.manager, message.from));
  await retryConflicts(() => dataSource.transaction((db) => storeReply(db, message, intent)));
}

/** Stores a reply where a lead is known, and cancels what it ends. */
async function storeReply(db: EntityManager, message: InboundMessage, intent: ReplyIntent): Promise<void> {
  const { from, body, providerId } = message;
  if (intent === ReplyIntent.stop) await cancelEnrollments(db, from, 'opted_out');
  const conversations = await findConversations(db, from);
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
    if (intent === ReplyIntent.reply || intent === ReplyIntent.review)
      await cancelEnrollments(db, from, 'replied', { clientId, onlyStopOnReply: true });
  }
}

function findConversations(db: EntityManager, from: string): Promise<Conversation[]> {
  return db.query<Conversation[]>(
    `SELECT client_id AS "clientId", lead_id AS "leadId" FROM (
       SELECT DISTINCT ON (client_id) client_id, lead_id, created_at FROM sms_messages WHERE to_e164 = $1 ORDER BY client_id, created_at DESC
     ) latest ORDER BY created_at DESC`,
    [from],
  );
}
