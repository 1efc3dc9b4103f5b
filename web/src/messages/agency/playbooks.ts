import type { ToastMessage } from '../../ui/feedback/toaster';
import { campaignMessages } from '../campaigns/campaigns';
import { errorToast, failureToast, successToast, warningToast } from '../toasts';

/** The texts of playbooks. */
export const playbookMessages = {
  description: 'Campaigns with their sequences that you publish to many clients and keep up to date.',
  search: 'Find playbooks by name',
  noneTitle: 'No playbooks yet',
  noneText: `Open a client, build a campaign with its sequences, and choose “${campaignMessages.saveAsPlaybook}” in the menu of its card.`,
  noneFound: 'No playbook matches',
  noneFoundText: 'Try a part of another name.',
  playbook: 'Playbook',
  versionNumber: 'Newest version',
  clientVersion: 'Client’s version',
  short: (number: number) => `v${number}`,
  /** After a number of clients. */
  behindSuffix: ' behind',

  saveTitle: 'Save the campaign as a playbook',
  saveText: (campaign: string) =>
    `Version 1 gets the page, the form and the sequences of ${campaign}, without uploads and the contact phone and address.`,
  create: 'Create playbook',
  name: 'Playbook name',
  descriptionHint: 'For your team, such as who it is for.',
  edit: 'Edit playbook',
  save: 'Save playbook',
  deletePlaybook: 'Delete playbook',
  deletes: 'Its versions are deleted. The campaigns of clients stay, and can no longer be updated together.',

  editSource: 'Edit the source campaign',
  sourceDeleted:
    'The source campaign was deleted. To publish further versions, choose the client whose campaign they come from.',
  sourceDeletedWithoutClients:
    'The source campaign was deleted. To publish further versions, add a client first, and choose its campaign then.',
  newSource: 'Client whose campaign is the new source',
  chooseSource: 'Choose a client',
  useSource: 'Use its campaign',
  publish: 'Publish a new version',
  clientsOf: 'Clients with this playbook',
  whichClients: 'Which clients',
  allClients: 'All of them',
  behindOnly: 'Behind only',
  behind: 'Behind',
  noCopies: 'No client has it yet',
  noCopiesText: 'Each client that you add gets a campaign and sequences of its own.',
  noneBehind: 'No client is behind',
  versions: 'Versions of the playbook',

  add: 'Add to clients',
  addText:
    'Each client gets a campaign with active sequences, without the uploads and the contact of the source. Clients that have it already are not listed.',
  addTo: (clients: string) => `Add to ${clients}`,
  findClients: 'Find clients to add',
  startAs: 'The new campaigns start',
  startInactive: 'Inactive, so that you can add the contact and images of each client first',
  startActive: 'Active, and visible to visitors immediately',
  allAdded: 'All clients have this playbook',
  noClientMatches: 'No other client has such a name.',

  update: 'Update clients',
  updateText: (number: number) => `Version ${number} replaces what the clients did not edit. What they edited stays.`,
  updateTo: (clients: string) => `Update ${clients} now`,
  allUpToDate: 'All clients have the newest version',
  changesOf: (name: string) => `Changes of ${name}`,
  loadsChanges: 'Loading the changes…',
  noChanges: 'Nothing changes. The campaign is as in the new version already.',
  actions: { update: 'Changed', keep: 'Kept: changed by the client', create: 'New sequence' },
  now: 'Now:',
  then: 'Then:',
  clientHas: 'The client has:',
  playbookHas: 'The new version has:',
  sequence: (name: string) => `Sequence “${name}”`,
  sequenceField: (name: string, field: string) => `Sequence “${name}”: ${field}`,
  switches: { true: 'Switched on', false: 'Switched off' },
  step: (number: number, delay: string, message: string) => `${number}. After ${delay}: ${message}`,
  immediateStep: (number: number, message: string) => `${number}. Immediately: ${message}`,

  selectAll: (clients: string) => `Choose all ${clients}`,
  failed: (clients: string) => `Failed for ${clients}`,
  progress: (done: string, total: string) => `${done} of ${total} done…`,
  unknownError: 'The server could not be reached, or failed. Try again.',
} as const;

/** The toasts about playbooks. */
export const playbookToasts = {
  created: successToast('Playbook created', 'It is in the Playbooks tab of the admin console.'),
  createFailed: (message = 'Failed to create the playbook') => failureToast(message),
  saved: successToast('Playbook saved'),
  saveFailed: (message = 'Failed to save the playbook') => failureToast(message),
  published: (number: number) =>
    successToast(`Version ${number} published`, 'Clients get it when you choose “Update clients”.'),
  publishFailed: (message = 'Try again in a moment.') => errorToast('No version was published', message),
  deleted: successToast('Playbook deleted'),
  deleteFailed: failureToast('Failed to delete the playbook'),
  added: (clients: string) => successToast(`Added to ${clients}`),
  updated: (clients: string) => successToast(`Updated ${clients}`),
  partlyFailed: (failed: string, clients: string) =>
    warningToast(`${failed} of ${clients} failed`, 'The dialog shows the reasons.'),
  moreFailed: failureToast('Failed to load more versions'),
} satisfies Record<string, ToastMessage | ((...values: never[]) => ToastMessage)>;
