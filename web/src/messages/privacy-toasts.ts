import type { Notice } from '../ui/feedback/toaster';
import { done, failed } from './toasts';

/** The toasts about people's data: apart, so that no other screen loads them. */
export const privacyNotices = {
  personNotFound: (message = 'Failed to look for the person') => failed(message),
  personDownloaded: done('Data downloaded', 'Hand it to nobody but the person it is about.'),
  personErased: (what: string) => done('Data erased', what),
  personEraseFailed: failed('Failed to erase the data. Nothing was deleted.'),
  retentionSaved: done('Period saved'),
  retentionSaveFailed: (message = 'Failed to save the period') => failed(message),
} satisfies Record<string, Notice | ((text: string) => Notice)>;
