import { failureToast, successToast } from '../toasts';

/** The texts of the drafts of campaigns and sequences. */
export const draftMessages = {
  save: 'Save as a draft',
  explanation:
    'This replaces the current draft, if there is one. Nothing changes for visitors and leads until it is published.',
  when: 'When to publish it',
  later: 'Keep it as a draft',
  scheduled: 'Schedule it',
  time: 'Publish at',
  timeZone: (zone: string) => `Time zone of this device: ${zone}`,
  timeMissing: 'Choose a time in the future.',
  leads: 'Leads in progress when it is published',
  savedBy: (name: string) => `${name} saved a draft`,
  publishedAt: (time: string) => `Scheduled for ${time}.`,
  notPublished: (reason: string) => `It could not be published: ${reason}`,
  open: 'Open the draft',
  opened: 'The form shows it. Saving publishes it.',
  delete: 'Delete the draft',
  badge: 'Draft',
  scheduledBadge: 'Scheduled',
  failedBadge: 'Draft not published',
} as const;

/** The toasts about drafts. */
export const draftToasts = {
  saved: successToast('Draft saved'),
  saveFailed: (message = 'Failed to save the draft') => failureToast(message),
  deleted: successToast('Draft deleted'),
  deleteFailed: failureToast('Failed to delete the draft'),
};
