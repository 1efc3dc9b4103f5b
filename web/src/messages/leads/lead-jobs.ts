import { failureToast } from '../toasts';

/** The texts of changes of all leads that match a filter. */
export const leadJobMessages = {
  selectAll: (leads: string) => `Select all ${leads} that match`,
  allSelected: (leads: string) => `All ${leads} that match`,
  nameOf: (leads: string) => `all ${leads} that match`,
  job: 'Change of many leads',
  cancel: 'Stop',
  hide: 'Hide this change',
  undo: 'Undo change',
  earlier: 'Earlier changes that can be undone',
  deletedToo: 'Their messages are deleted, and scheduled messages are cancelled. Leads that arrive from now on stay.',
  running: {
    status: (status: string) => `Setting the status to ${status}`,
    owner: 'Changing the owner',
    tags: 'Changing tags',
    start: 'Starting a sequence',
    stop: 'Stopping sequences',
    delete: 'Deleting leads',
    import: 'Importing leads',
    undoImport: 'Deleting imported leads',
    undo: 'Undoing a change',
  },
  ended: {
    status: (leads: string, status: string) => `${leads} set to ${status}`,
    owner: (leads: string) => `Owner of ${leads} changed`,
    tags: (leads: string) => `Tags of ${leads} changed`,
    start: (leads: string) => `Sequence of ${leads} started`,
    stop: (leads: string) => `Sequences of ${leads} stopped`,
    delete: (leads: string) => `Deleted ${leads}`,
    import: (leads: string) => `Imported ${leads}`,
    undoImport: (leads: string) => `Deleted ${leads} of an import`,
    undo: (leads: string) => `Change of ${leads} undone`,
  },
  imported: (leads: string) => `the ${leads} of this import`,
  importedToo: 'Their messages and notes are deleted, too, also of those that were changed since.',
  canceled: 'Stopped before the end.',
  failed: (reason: string) => `Stopped because of an error: ${reason}`,
  undoLimit: 'Sequences that the status started or stopped stay so.',
} as const;

/** The toasts of changes of all leads that match a filter. */
export const leadJobToasts = {
  notStarted: (reason = 'Failed to start the change') => failureToast(reason),
  notUndone: (reason = 'Failed to undo the change') => failureToast(reason),
  notCanceled: (reason = 'Failed to stop the change') => failureToast(reason),
};
