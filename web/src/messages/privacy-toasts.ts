import type { ToastMessage } from '../ui/feedback/toaster';
import { successToast, failureToast } from './toasts';

/** The toasts about personal data. They have their own file so that other screens do not load them. */
export const privacyToasts = {
  personSearchFailed: (message = 'Failed to search for the person') => failureToast(message),
  personDownloaded: successToast('Data downloaded', 'Share it only with the person it is about.'),
  personErased: (summary: string) => successToast('Data erased', summary),
  personEraseFailed: failureToast('Failed to erase the data. Nothing was deleted.'),
  optOutFailed: (message = 'Failed to record the opt-out') => failureToast(message),
  retentionSaved: successToast('Retention period saved'),
  retentionSaveFailed: (message = 'Failed to save the retention period') => failureToast(message),
} satisfies Record<string, ToastMessage | ((text: string) => ToastMessage)>;
