import type { Notice } from '../ui/feedback/toaster';
import { done, failed } from './toasts';

/** The toasts about accounts: apart, so that no sign-in screen loads them. */
export const accountNotices = {
  passwordChanged: done('Password changed', 'Other browsers were signed out.'),
  passwordChangeFailed: (message = 'Failed to change password') => failed(message),
  invitationFailed: failed('Failed to make an invitation'),
  invitationLinkCopied: done('Link copied', 'Send it to the person you invite.'),
  invitationWithdrawn: done('Invitation taken back'),
  invitationWithdrawFailed: failed('Failed to take the invitation back'),
  adminRemoved: done('Admin removed'),
  adminRemoveFailed: (message = 'Failed to remove the admin') => failed(message),
  joinFailed: (message = 'Failed to create your account') => failed(message),
} satisfies Record<string, Notice | ((message?: string) => Notice)>;
