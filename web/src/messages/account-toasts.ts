import type { Notice } from '../ui/feedback/toaster';
import { done, failed } from './toasts';

/** The toasts about accounts. They have their own file so that sign-in screens do not load them. */
export const accountNotices = {
  passwordChanged: done('Password changed', 'You have been signed out everywhere else.'),
  passwordChangeFailed: (message = 'Failed to change password') => failed(message),
  invitationFailed: failed('Failed to create the invitation'),
  invitationLinkCopied: done('Link copied', 'Send it to the person you want to invite.'),
  invitationWithdrawn: done('Invitation revoked'),
  invitationWithdrawFailed: failed('Failed to revoke the invitation'),
  adminRemoved: done('Admin removed'),
  adminRemoveFailed: (message = 'Failed to remove the admin') => failed(message),
  joinFailed: (message = 'Failed to create your account') => failed(message),
} satisfies Record<string, Notice | ((message?: string) => Notice)>;
