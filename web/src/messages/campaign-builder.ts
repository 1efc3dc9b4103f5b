/** The texts of the campaign builder. */
export const builderMessages = {
  backToCampaigns: 'Back to Campaigns',
  qrCode: 'QR Code',
  copyUrl: 'Copy URL',
  saveCampaign: 'Save Campaign',

  uploadRunning: 'Wait until the upload is finished',
  fieldRemoved: (label: string) => `${label} removed.`,
  undo: 'Undo',

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
