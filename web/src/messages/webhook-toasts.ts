import type { Notice } from '../ui/feedback/toaster';
import { done, failed, refused, warned } from './toasts';

/** The toasts about webhooks: apart, so that no sign-in screen loads them. */
export const webhookNotices = {
  webhookCreateFailed: (message = 'Failed to add the webhook') => failed(message),
  webhookUpdated: done('Webhook updated'),
  webhookUpdateFailed: (message = 'Failed to update the webhook') => failed(message),
  webhookDeleted: done('Webhook deleted'),
  webhookDeleteFailed: failed('Failed to delete the webhook'),
  secretRotateFailed: failed('Failed to rotate the secret'),
  secretCopied: done('Secret copied', 'Keep it where your receiver finds it.'),
  secretCopyFailed: warned('Copy the secret by hand', 'This browser does not let us.'),
  eventDelivered: (code: number) => done('Event delivered', `The receiver answered ${code}.`),
  eventNotDelivered: (why: string) => refused('Event not delivered', why),
  eventUnderWay: { type: 'info', title: 'Event on its way', description: 'The log tells what becomes of it.' },
  eventFailed: (message = 'The server could not be asked.') => refused('Event not sent', message),
} satisfies Record<string, Notice | ((text: string) => Notice) | ((code: number) => Notice)>;
