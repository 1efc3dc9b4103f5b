import { type EntityManager, MoreThanOrEqual } from 'typeorm';
import { log } from '../telemetry/log';
import { Sequence } from './sequence.entity';
import { SmsMessage } from '../messages/sms-message.entity';

/** The reason of a message that the carrier filtered as unwanted. Source: Twilio error 30007. */
export const FILTERED = 'carrier_30007';
const MAX_FILTERED_SHARE = 0.05;
/** Fewer filtered messages never pause a sequence, because one or two of a few prove nothing. */
const MIN_FILTERED = 3;
const WINDOW_MS = 60 * 60_000;

/**
 * Pauses a sequence if carriers filtered more than 5% of its messages in the last hour, because more of the same would
 * harm the sender's reputation. Messages from before the sequence was last saved do not count.
 */
export async function pauseFilteredSequence(
  db: EntityManager,
  { clientId, smsSequenceId: id }: SmsMessage,
): Promise<void> {
  if (id === null) return;
  const { pausedAt, updatedAt } = await db.findOneByOrFail(Sequence, { id });
  if (pausedAt) return;
  const since = new Date(Math.max(Date.now() - WINDOW_MS, updatedAt.getTime()));
  const recentMessages = { clientId, smsSequenceId: id, sentAt: MoreThanOrEqual(since) };
  const filtered = await db.countBy(SmsMessage, { ...recentMessages, reason: FILTERED });
  if (filtered < MIN_FILTERED || filtered <= MAX_FILTERED_SHARE * (await db.countBy(SmsMessage, recentMessages)))
    return;
  await db.update(Sequence, { id }, { pausedAt: new Date() });
  log.warn({ sequence: id, filtered }, 'sequence paused because carriers filter its messages');
}
