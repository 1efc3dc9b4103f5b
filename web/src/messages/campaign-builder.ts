/** The texts of the campaign builder. */
export const builderMessages = {
  copyOf: (name: string) => `Copy of ${name}`,
  backToCampaigns: 'Back to Campaigns',
  qrCode: 'QR Code',
  copyUrl: 'Copy URL',
  saveCampaign: 'Save Campaign',

  uploadRunning: 'Wait until the upload is finished',
  fieldRemoved: (label: string) => `${label} removed.`,
  undo: 'Undo',
  reorder: (label: string) => `Reorder ${label}`,
  dragInstructions:
    'To move a field, press Space or Enter. Move it with the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.',
  drag: (label: string) => ({
    started: (position: number, count: number) => `Picked up ${label} at position ${position} of ${count}.`,
    moved: (position: number, count: number) => `${label} is now at position ${position} of ${count}.`,
    ended: (position: number, count: number) => `Dropped ${label} at position ${position} of ${count}.`,
    cancelled: `${label} is back where it was.`,
  }),

  campaignName: 'Campaign Name',
  urlSlug: 'URL Slug',
  headline: 'Headline',
  subheadline: 'Subheadline',
  logo: 'Logo',
  logoSize: 'Logo Size',
  backgroundImage: 'Background Image',
  formImageOrVideo: 'Form Image or Video',
  formImageSize: 'Form Image Size',

  label: 'Label',
  type: 'Type',
  placeholder: 'Placeholder',
  required: 'Required',
  options: 'Options',
  addField: 'Add Field',
  submitButtonText: 'Submit Button Text',

  afterSubmission: 'After submission',
  redirectUrl: 'Redirect URL',
  thankYouMessage: 'Thank You Message',
} as const;
