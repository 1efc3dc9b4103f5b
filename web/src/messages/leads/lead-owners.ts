import { failureToast } from '../toasts';

/** The texts of the owners of leads. */
export const ownerMessages = {
  nobody: 'Nobody',
  assignToMe: 'Assign to me',
  ownedBy: (name: string) => `Owner: ${name}`,
  setOwner: 'Set owner',
  anyOwner: 'Any owner',
  hasOwner: 'Has an owner',
  hasNoOwner: 'Has no owner',
} as const;

/** The toast of a change of owners that failed. */
export const ownerToasts = {
  failed: (reason = 'Failed to change the owner') => failureToast(reason),
};
