import { failureToast, successToast } from '../toasts';

const OFFLINE = 'Its landing page is offline. Follow-ups of its leads continue.';

/** The toasts of a campaign’s menu. */
export const campaignToasts = {
  paused: successToast('Campaign paused', OFFLINE),
  activated: successToast('Campaign activated', 'Its landing page is online.'),
  archived: successToast('Campaign archived', OFFLINE),
  restored: successToast('Campaign restored', 'It is paused. Activate it to put its landing page online.'),
  changeFailed: failureToast('Failed to update campaign'),
  deleted: successToast('Campaign deleted'),
  deleteFailed: failureToast('Failed to delete campaign'),
} as const;
