import { MAX_BULK_IDS } from '@dripline/contract/limits';
import type { ToastMessage } from '../../ui/feedback/toaster';
import { failureToast, successToast, toasts, warningToast } from '../toasts';

/** The texts of the bar for the selected leads, which the leads list loads when one is selected. */
export const selectionMessages = {
  selectPage: 'Select page',
  selectedLeads: 'Selected leads',
  setStatus: 'Set status',
  tooMany: `Select at most ${MAX_BULK_IDS} to change them.`,
  nameOf: (count: number) => (count === 1 ? '1 selected lead' : `${count} selected leads`),
  sequences: 'Sequences',
  chooseSequence: 'Choose a sequence',
  start: 'Start now',
  stopHint: 'Scheduled messages of all sequences are cancelled. Messages that people wrote are still sent.',
  stopAll: 'Stop all sequences',
  startedFor: (leads: string) => `Started for ${leads}.`,
  skipped: (leads: string, reason: string) => `${leads} skipped because ${reason}.`,
  deletedToo: 'Their messages are deleted, and scheduled messages are cancelled.',
} as const;

/** The toasts of changes of several leads. */
export const selectionToasts = {
  updated: (count: number) => (count === 1 ? toasts.leadUpdated : successToast(`${count} leads updated successfully`)),
  updateFailed: (reason = 'Failed to update the leads') => failureToast(reason),
  deleted: (count: number) => (count === 1 ? toasts.leadDeleted : successToast(`${count} leads deleted successfully`)),
  deleteFailed: (reason = 'Failed to delete the leads') => failureToast(reason),
  started: (leads: string) => successToast(`Sequence started for ${leads}`),
  stopped: (count: number) => successToast(count === 1 ? '1 sequence stopped' : `${count} sequences stopped`),
  startFailed: (reason = 'Failed to start the sequence') => failureToast(reason),
  notExported: (reason = 'Failed to download the leads') => failureToast(reason),
  undone: (leads: string, changedSince: number): ToastMessage => ({
    type: changedSince === 0 ? 'success' : 'warning',
    title: `${leads} restored`,
    ...(changedSince > 0 && {
      description: `Not restored, because somebody changed or deleted them since: ${changedSince}`,
    }),
  }),
  undoFailed: (reason = 'Failed to undo the change of the leads') => failureToast(reason),
  stopFailed: (reason = 'Failed to stop the sequences') => failureToast(reason),
  missing: warningToast(
    'Nothing was changed',
    'Some of the leads were deleted meanwhile and are no longer selected. Try again.',
  ),
};
