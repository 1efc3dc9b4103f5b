import { errorScopeOf } from '@dripline/contract/provider-codes';
import type { EntityManager } from 'typeorm';
import type { SmsMessage } from '../messages/sms-message.entity';

/** Returns whether the provider's error concerns the client's own sender that the message was sent from. */
export const isOwnSenderRejected = ({ sender }: Pick<SmsMessage, 'sender'>, reason: string): boolean =>
  sender !== null && errorScopeOf(Number(/^twilio_(\d+)$/.exec(reason)?.[1])) === 'sender';

/**
 * Stores that the provider rejects the client's sender. Its messages are held until the sender is set again.
 *
 * @returns whether it still is the client's sender
 */
export async function rejectSender(
  db: EntityManager,
  { clientId, sender }: Pick<SmsMessage, 'clientId' | 'sender'>,
  reason: string,
): Promise<boolean> {
  const [, affected] = await db.query<[unknown[], number]>(
    `UPDATE senders SET rejected_code = $3, rejected_at = now() WHERE client_id = $1 AND coalesce(messaging_service_sid, from_number) = $2`,
    [clientId, sender, reason],
  );
  return affected > 0;
}
