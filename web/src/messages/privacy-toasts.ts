import type { Notice } from '../ui/feedback/toaster';
import { done, failed } from './toasts';

/** The toasts about personal data. They have their own file so that other screens do not load them. */
export const privacyNotices = {
  personNotFound: (message = 'Failed to search for the person') => failed(message),
  personDownloaded: done('Data downloaded', 'Share it only with the person it is about.'),
  personErased: (summary: string) => done('Data erased', summary),
  personEraseFailed: failed('Failed to erase the data. Nothing was deleted.'),
  retentionSaved: done('Retention period saved'),
  retentionSaveFailed: (message = 'Failed to save the retention period') => failed(message),
} satisfies Record<string, Notice | ((text: string) => Notice)>;
