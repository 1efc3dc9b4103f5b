import { type EntityManager, MoreThanOrEqual } from 'typeorm';
import { log } from '../telemetry/log';
import { Sequence } from './sequence.entity';
import { SmsMessage } from '../messages/sms-message.entity';

/** The reason of a text that the carrier filtered as unwanted (Twilio’s 30007). */
export const FILTERED = 'carrier_30007';
const SHARE = 0.05;
/** So that one or two of a few texts say nothing yet. */
const FEWEST = 3;
const WINDOW_MS = 60 * 60_000;

/** Pauses a sequence of which carriers filter more than a twentieth within an hour: more of the same would cost the sender its standing. It counts anew from when it was last saved. */
export async function pauseWhereFiltered(
  db: EntityManager,
  { clientId, smsSequenceId: id }: SmsMessage,
): Promise<void> {
  const { pausedAt, updatedAt } = await db.findOneByOrFail(Sequence, { id });
  if (pausedAt) return;
  const since = new Date(Math.max(Date.now() - WINDOW_MS, updatedAt.getTime()));
  const texts = { clientId, smsSequenceId: id, sentAt: MoreThanOrEqual(since) };
  const filtered = await db.countBy(SmsMessage, { ...texts, reason: FILTERED });
  if (filtered < FEWEST || filtered <= SHARE * (await db.countBy(SmsMessage, texts))) return;
  await db.update(Sequence, { id }, { pausedAt: new Date() });
  log.warn({ sequence: id, filtered }, 'carriers filter this sequence’s texts: it is paused');
}
