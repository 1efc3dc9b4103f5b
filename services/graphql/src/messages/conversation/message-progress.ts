import DataLoader from 'dataloader';
import type { EntityManager } from 'typeorm';
import { type EnrollmentContext, isOpen, loadEnrollmentContexts } from '../../enrollments/enrollment-state';
import { findHold, loadNextMonths } from '../../enrollments/load-timeline';
import { describeReason } from '../describe-reason';
import { SmsStatus } from '../outbound-message.entity';
import { reasonToFinish } from '../send-conditions';
import type { SmsMessage } from '../sms-message.entity';

/** What happened to a message, and what happens next. */
export interface MessageProgress {
  /** For display. */
  description: string;
  /** When a waiting message is sent, if that is known. */
  waitsUntil: Date | null;
}

const SENDING: MessageProgress = { description: 'Sending', waitsUntil: null };
const progressOf = (description: string, waitsUntil: Date | null = null): MessageProgress => ({
  description,
  waitsUntil,
});
const isWaiting = ({ status, attempts }: SmsMessage) =>
  (status === SmsStatus.queued && attempts === 0) || status === SmsStatus.held;

/** Creates the loader of the progress of messages. Those that wait are described by the rules for sending them. */
export const messageProgressLoader = (db: EntityManager) =>
  new DataLoader<SmsMessage, MessageProgress, string>(
    async (messages) => {
      const waiting = messages.filter(isWaiting);
      const contexts = await loadEnrollmentContexts(
        db,
        waiting.map(({ enrollmentId }) => enrollmentId),
      );
      const byId = new Map(contexts.map((context) => [context.enrollment.id, context]));
      const limited = contexts.filter(({ enrollment }) => enrollment.reason === 'sms_limit');
      const nextMonths = await loadNextMonths(db, [...new Set(limited.map(({ client }) => client.id))]);
      return messages.map((message) =>
        isWaiting(message)
          ? describeWaiting(byId.get(message.enrollmentId), nextMonths.get(message.clientId) ?? null)
          : describeFinal(message),
      );
    },
    { cacheKeyFn: ({ id }) => id },
  );

function describeFinal({ status, deliveryStatus, reason }: SmsMessage): MessageProgress {
  if (status === SmsStatus.queued) return SENDING;
  if (status !== SmsStatus.sent) return progressOf(`Not sent because ${describeReason(reason)}`);
  if (deliveryStatus === 'delivered' || deliveryStatus === 'read') return progressOf('Delivered');
  return ['undelivered', 'failed'].includes(deliveryStatus ?? '')
    ? progressOf(`Not delivered because ${describeReason(reason)}`)
    : progressOf('Sent');
}

function describeWaiting(context: EnrollmentContext | undefined, nextMonth: Date | null): MessageProgress {
  if (!context) return progressOf(`Not sent because ${describeReason(null)}`);
  const finishReason = isOpen(context.enrollment) ? reasonToFinish(context) : context.enrollment.reason;
  if (finishReason !== null) return progressOf(`Not sent because ${describeReason(finishReason)}`);
  const hold = findHold(context, nextMonth, new Date());
  if (!hold) return SENDING;
  const description = `Waiting because ${hold.description ?? describeReason(hold.reason)}`;
  return progressOf(description, hold.reason === 'earlier_message' ? null : hold.until);
}
