import type { Notice } from '../ui/feedback/toaster';
import { done, failed, refused, warned } from './toasts';

/** The toasts about webhooks. They have their own file so that sign-in screens do not load them. */
export const webhookNotices = {
  webhookCreateFailed: (message = 'Failed to add the webhook') => failed(message),
  webhookUpdated: done('Webhook updated'),
  webhookUpdateFailed: (message = 'Failed to update the webhook') => failed(message),
  webhookDeleted: done('Webhook deleted'),
  webhookDeleteFailed: failed('Failed to delete the webhook'),
  secretRotateFailed: failed('Failed to rotate the secret'),
  secretCopied: done('Secret copied', 'Store it where your receiver can read it.'),
  secretCopyFailed: warned('Copy the secret manually', 'Your browser blocked access to the clipboard.'),
  eventDelivered: (code: number) => done('Event delivered', `The receiver responded with ${code}.`),
  eventNotDelivered: (reason: string) => refused('Event not delivered', reason),
  eventUnderWay: { type: 'info', title: 'Delivering event', description: 'Check the log for the result.' },
  eventFailed: (message = 'Could not reach the server. Try again.') => refused('Event not sent', message),
} satisfies Record<string, Notice | ((text: string) => Notice) | ((code: number) => Notice)>;
