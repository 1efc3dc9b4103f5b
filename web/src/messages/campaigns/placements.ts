import { failureToast, successToast } from '../toasts';

/** The texts of the placements of a campaign’s QR codes. */
export const placementMessages = {
  open: 'QR placements',
  title: (campaign: string) => `QR placements of ${campaign}`,
  description: 'Give each place where you print a QR code a code of its own, and see what it brings.',
  add: 'Add placement',
  edit: (name: string) => `Edit placement ${name}`,
  editTitle: 'Edit placement',
  save: 'Save placement',
  name: 'Name of the placement',
  nameHint: 'Such as “Van 2” or “Flyer in May”. Visitors do not see it.',
  campaign: 'Opens the campaign',
  noCampaign: 'Choose a campaign',
  campaignHint: 'What is printed stays valid.',
  noneTitle: 'No placements yet',
  noneText: 'Add one for each van, flyer or sign.',
  withoutCampaign: 'Without a campaign',
  withoutCampaignHint: 'Their campaign was deleted, so their printed codes open nothing. Edit one to choose another.',
  scans: 'Scans',
  download: (name: string) => `Download the code of ${name}`,
  downloadShort: 'Download',
  copyUrl: (name: string) => `Copy the URL of ${name}`,
  color: 'Color',
  logo: 'Logo in the middle',
  noLogo: 'The campaign has no logo.',
  files: {
    png: 'Image (PNG)',
    svg: 'Image for print shops (SVG)',
    poster_a4: 'Poster, A4 (PDF)',
    poster_letter: 'Poster, US Letter (PDF)',
    labels_a4: '12 labels to cut, A4 (PDF)',
    labels_letter: '12 labels to cut, US Letter (PDF)',
    avery_5164: 'Avery 5164 or 8164: 6 labels, 4 × 3⅓ in, US Letter (PDF)',
    avery_22806: 'Avery 22806: 12 square labels, 2 × 2 in, US Letter (PDF)',
    avery_l7165: 'Avery L7165: 8 labels, 99.1 × 67.7 mm, A4 (PDF)',
  },
  remove: (name: string) => `Delete placement ${name}`,
  removeTitle: (name: string) => `Delete the placement ${name}?`,
  removeText: 'Its printed codes open nothing then. Its leads stay, without the name of the placement.',
  confirmRemove: 'Delete placement',
} as const;

/** The toasts about placements. */
export const placementToasts = {
  added: successToast('Placement added'),
  addFailed: (message = 'Failed to add the placement') => failureToast(message),
  updated: successToast('Placement updated'),
  updateFailed: (message = 'Failed to update the placement') => failureToast(message),
  removed: successToast('Placement deleted'),
  removeFailed: (message = 'Failed to delete the placement') => failureToast(message),
  downloadFailed: (message = 'Failed to draw the QR code') => failureToast(message),
};
