import type { ToastMessage } from '../ui/feedback/toaster';
import { successToast, failureToast, errorToast, warningToast } from './toasts';

/** The toasts about webhooks. They have their own file so that sign-in screens do not load them. */
export const webhookToasts = {
  webhookCreateFailed: (message = 'Failed to add the webhook') => failureToast(message),
  webhookUpdated: successToast('Webhook updated'),
  webhookUpdateFailed: (message = 'Failed to update the webhook') => failureToast(message),
  webhookDeleted: successToast('Webhook deleted'),
  webhookDeleteFailed: failureToast('Failed to delete the webhook'),
  secretRotateFailed: failureToast('Failed to rotate the secret'),
  copied: successToast('Secret copied', 'Store it where your receiver can read it.'),
  copyFailed: warningToast('Copy the secret manually', 'Your browser blocked access to the clipboard.'),
  eventDelivered: (code: number) => successToast('Event delivered', `The receiver responded with ${code}.`),
  eventNotDelivered: (reason: string) => errorToast('Event not delivered', reason),
  eventPending: { type: 'info', title: 'Delivering event', description: 'Check the log for the result.' },
  eventFailed: (message = 'Could not reach the server. Try again.') => errorToast('Event not sent', message),
} satisfies Record<string, ToastMessage | ((text: string) => ToastMessage) | ((code: number) => ToastMessage)>;
