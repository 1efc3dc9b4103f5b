import type { DataSource, EntityManager } from 'typeorm';
import { emitReplyEvent } from '../webhooks/emit-event';
import { cancelEnrollments, optIn, optOut } from './opt-outs';
import { meaningOf } from './classify-reply';
import { Reply, ReplyMeaning } from './reply.entity';

/** A text from somebody's phone. */
export interface IncomingText {
  providerId: string;
  /** E.164. */
  from: string;
  body: string;
  /** What the provider itself made of it (Twilio's `OptOutType`), where it says so. */
  optOutType?: string;
}

interface Conversation {
  clientId: string;
  leadId: string;
}

const told: Record<string, ReplyMeaning> = {
  STOP: ReplyMeaning.stop,
  START: ReplyMeaning.start,
  HELP: ReplyMeaning.help,
};

/**
 * Takes a reply, once. STOP and START hold for every client that texted this number, as they share a sender, which the carrier blocks as a whole;
 * anything else belongs to the latest conversation, and ends the sequences that a reply ends.
 */
export function handleReply(dataSource: DataSource, text: IncomingText): Promise<void> {
  const meaning = told[text.optOutType?.toUpperCase() ?? ''] ?? meaningOf(text.body);
  return dataSource.transaction(async (db) => {
    const conversations = await findConversations(db, text.from);
    const isForAll = meaning === ReplyMeaning.stop || meaning === ReplyMeaning.start;
    for (const { clientId, leadId } of isForAll ? conversations : conversations.slice(0, 1)) {
      const reply = { clientId, leadId, providerId: text.providerId, body: text.body, meaning };
      const { raw } = await db
        .createQueryBuilder()
        .insert()
        .into(Reply)
        .values(reply)
        .orIgnore()
        .returning('id')
        .execute();
      const [made] = raw as { id: string }[];
      if (!made) continue;
      await emitReplyEvent(db, { id: made.id, clientId, leadId });
      if (meaning === ReplyMeaning.stop) await optOut(db, clientId, text.from);
      else if (meaning === ReplyMeaning.start) await optIn(db, clientId, text.from);
      else if (meaning !== ReplyMeaning.help) await cancelEnrollments(db, clientId, text.from, 'replied', true);
    }
    if (isForAll) await changeAlerted(db, text.from, meaning === ReplyMeaning.stop ? optOut : optIn);
  });
}

/** The clients that texted this number, the latest first, each with the lead it was. */
function findConversations(db: EntityManager, from: string): Promise<Conversation[]> {
  return db.query<Conversation[]>(
    `SELECT client_id AS "clientId", lead_id AS "leadId" FROM (
       SELECT DISTINCT ON (client_id) client_id, lead_id, created_at FROM sms_messages WHERE to_e164 = $1 ORDER BY client_id, created_at DESC
     ) latest ORDER BY created_at DESC`,
    [from],
  );
}

/** STOP and START of a business itself: it has no conversation, only alerts. */
async function changeAlerted(db: EntityManager, from: string, change: typeof optOut): Promise<void> {
  const alerted = await db.query<{ clientId: string }[]>(
    'SELECT DISTINCT client_id AS "clientId" FROM alerts WHERE to_e164 = $1',
    [from],
  );
  for (const { clientId } of alerted) await change(db, clientId, from);
}
