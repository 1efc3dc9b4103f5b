import type { ToastMessage } from '../ui/feedback/toaster';
import { sharedMessages } from './shared';
import { failureToast, successToast } from './toasts';

/** The texts about the members of a client’s team. */
export const memberMessages = {
  team: 'Team',
  description: 'People who sign in with a username of their own. The main account always stays.',
  agencyDescription: 'People of this client who sign in with a username of their own.',
  loginOff: 'Members can sign in once the client’s login is enabled.',
  noneTitle: 'No members yet',
  noneText: 'Add the people who follow up leads, so that notes and changes show who made them.',
  limitReached: (count: number) => `A team has at most ${count} members. Remove one first.`,

  member: 'Member',
  role: 'Role',
  roles: { owner: sharedMessages.owner, staff: 'Staff' },
  roleHints: {
    owner: 'Does everything that the main account does.',
    staff: 'Works with leads, messages, sequences and files.',
  },

  add: 'Add member',
  edit: (name: string) => `Edit member ${name}`,
  editTitle: 'Edit member',
  save: 'Save member',
  name: 'Display name',
  nameHint: 'Shown on notes and changes.',
  email: 'Email for notifications',
  emailHint: 'The member chooses what is sent there.',
  ownRole: 'Another owner can change your role.',
  passwordHint: (characters: number) => `At least ${characters} characters. The member can change it.`,
  newPasswordHint: 'Leave blank to keep the current one. A new one signs the member out everywhere.',

  resetSecondFactor: (name: string) => `Reset second factor of member ${name}`,
  remove: (name: string) => `Remove member ${name}`,
  removeTitle: (name: string) => `Remove ${name} from the team?`,
  removeText: 'They are signed out immediately and can no longer sign in. Their notes and changes stay.',
  confirmRemove: 'Remove member',
} as const;

/** The toasts about members. */
export const memberToasts = {
  added: successToast('Member added', 'They sign in on the client login.'),
  addFailed: (message = 'Failed to add the member') => failureToast(message),
  updated: successToast('Member updated'),
  updateFailed: (message = 'Failed to update the member') => failureToast(message),
  removed: successToast('Member removed'),
  removeFailed: (message = 'Failed to remove the member') => failureToast(message),
} satisfies Record<string, ToastMessage | ((message?: string) => ToastMessage)>;
