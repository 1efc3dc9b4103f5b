import type { ToastMessage } from '../ui/feedback/toaster';
import { successToast, failureToast } from './toasts';

/** The toasts about accounts. They have their own file so that sign-in screens do not load them. */
export const accountToasts = {
  passwordChanged: successToast('Password changed', 'You have been signed out everywhere else.'),
  passwordChangeFailed: (message = 'Failed to change password') => failureToast(message),
  passwordCopied: successToast('Password copied', 'Send it to the client by a way that only they read.'),
  passwordCopyFailed: failureToast('Failed to copy the password'),
  invitationFailed: failureToast('Failed to create the invitation'),
  invitationLinkCopied: successToast('Link copied', 'Send it to the person you want to invite.'),
  invitationRevoked: successToast('Invitation revoked'),
  invitationRevokeFailed: failureToast('Failed to revoke the invitation'),
  adminRemoved: successToast('Admin removed'),
  adminRemoveFailed: (message = 'Failed to remove the admin') => failureToast(message),
  secondFactorReset: successToast('Second factor reset', 'The password alone signs in again.'),
  secondFactorResetFailed: (message = 'Failed to reset the second factor') => failureToast(message),
  joinFailed: (message = 'Failed to create your account') => failureToast(message),
} satisfies Record<string, ToastMessage | ((message?: string) => ToastMessage)>;
