import type { ApiKeyNoun } from '@dripline/contract/api-keys';
import type { ToastMessage } from '../ui/feedback/toaster';
import { failureToast, successToast } from './toasts';
import { accountMessages } from './accounts';
import { sharedMessages } from './shared';

const nouns: Record<ApiKeyNoun, string> = {
  clients: 'Client settings',
  campaigns: sharedMessages.campaigns,
  leads: sharedMessages.leads,
  sequences: 'Follow-up sequences',
  messages: 'Outgoing messages',
  files: 'Stored files',
  webhooks: sharedMessages.webhooks,
  stats: 'Statistics',
  audit: accountMessages.activity,
};

/** The texts of the API keys screens. */
export const apiKeyMessages = {
  clientHint: 'Programs send a key to use the API on behalf of this client.',
  agencyHint: 'Programs send a key to use the API on behalf of the agency, for all clients.',

  create: 'Create API key',
  noneTitle: 'No API keys yet',
  emptyText: 'Create a key for each program, so that you can revoke it without stopping the others.',
  limitReached: (count: number) => `You have reached the limit of ${count} API keys. Revoke one first.`,

  name: 'Key name',
  nameHint: 'For example, the program that uses the key.',
  nameMissing: 'Name the key',
  access: 'Access',
  createdBy: (name: string) => `by ${name}`,
  lastUse: 'Last use',
  never: 'Never',
  expired: 'Expired',
  revoked: 'Revoked',

  readAll: 'Read everything',
  writeAll: 'Read and write everything',
  byNoun: 'Choose by area',
  areas: 'Areas',
  areasMissing: 'Choose at least one area',
  none: 'No access',
  read: 'Read',
  write: 'Read and write',
  nouns,
  readNouns: (names: string) => `Read: ${names}`,
  writeNouns: (names: string) => `Read and write: ${names}`,

  expiry: 'Expiry',
  inDays: (days: number) => `In ${days} days`,
  noExpiry: 'No expiry',
  noExpiryHint: 'A key that does not expire stays valid until you revoke it.',

  token: {
    title: 'Save your API key',
    explanation: 'Copy it now, because you cannot view it again.',
    label: 'API key',
    copy: 'Copy key',
  },

  revoke: 'Revoke key',
  revokeLabel: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Programs that use it lose access immediately. A revoked key cannot be restored.',
} as const;

/** The toasts about API keys. */
export const apiKeyToasts = {
  createFailed: (message = 'Failed to create the API key') => failureToast(message),
  copied: successToast('API key copied', 'Store it where your program can read it.'),
  copyFailed: failureToast('Failed to copy the key. Select and copy it by hand.'),
  revoked: successToast('API key revoked'),
  revokeFailed: (message = 'Failed to revoke the API key') => failureToast(message),
} satisfies Record<string, ToastMessage | ((message?: string) => ToastMessage)>;
