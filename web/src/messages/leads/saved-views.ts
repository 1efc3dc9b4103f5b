import { MAX_SAVED_VIEW_NAME_LENGTH } from '@dripline/contract/limits';
import { failureToast, successToast } from '../toasts';

/** The texts of the saved views of leads. */
export const savedViewMessages = {
  title: 'Saved views',
  none: 'No saved views yet. A view keeps the filters, the search, the order and the layout of this list.',
  listFailed: 'your saved views',
  name: 'Name of the view',
  newName: 'Save this view as',
  save: 'Save view',
  current: 'Shown now',
  update: (name: string) => `Replace ${name} with what is shown now`,
  notSaved: 'The view could not be saved. Try again.',
  nameLength: `Name must have 1 to ${MAX_SAVED_VIEW_NAME_LENGTH} characters.`,
  leadsStay: 'The leads stay.',
} as const;

/** The toasts of changes of saved views. */
export const savedViewToasts = {
  saved: successToast('View saved'),
  updated: successToast('View updated'),
  updateFailed: failureToast('Failed to update the view'),
  deleted: successToast('View deleted'),
  deleteFailed: failureToast('Failed to delete the view'),
};
