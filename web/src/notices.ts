import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { Notice } from './ui/toaster';

const done = (title: string, description?: string): Notice => ({ type: 'success', title, ...(description ? { description } : {}) });
const megabytes = (bytes: number) => `${bytes / 1024 / 1024}MB`;
const unfit = (title: string, description: string): Notice => ({ type: 'error', title, description });
const failed = (description: string): Notice => ({ type: 'error', title: 'Error', description });

/** Every toast of the product, once (product spec, sections 5 and 8). */
export const notices = {
  adminFieldsMissing: { type: 'error', title: 'Missing Fields', description: 'Please enter both username and password' },
  adminSignInFailed: { type: 'error', title: 'Login Failed', description: 'Invalid username or password' },
  adminSignedIn: (productName: string) => done('Welcome back!', `You have successfully logged in to ${productName}.`),
  signedOut: done('Logged Out', 'You have been signed out.'),
  signOutFailed: failed('Failed to logout. Please try again.'),

  clientFieldsMissing: { type: 'error', title: 'Missing information', description: 'Please enter both username and password' },
  clientSignInFailed: (message = 'Invalid credentials'): Notice => ({ type: 'error', title: 'Login failed', description: message }),
  clientSignedIn: (businessName: string) => done('Login successful', `Welcome back, ${businessName}!`),

  requiredFieldsMissing: { type: 'error', title: 'Missing Fields', description: 'Please fill in all required fields' },
  clientCreated: done('Client created successfully'),
  clientCreateFailed: failed('Failed to create client'),
  clientUpdated: done('Client updated successfully'),
  clientUpdateFailed: failed('Failed to update client'),
  clientDeleted: done('Client deleted successfully'),
  clientDeleteFailed: failed('Failed to delete client'),

  campaignSaved: done('Campaign saved'),
  campaignSaveFailed: (message = 'Failed to save campaign') => failed(message),

  urlCopied: done('URL Copied!', 'The landing page URL is on your clipboard.'),
  qrCodeDownloaded: done('QR Code Downloaded!'),
  qrCodeFailed: failed('Failed to download QR code'),
  urlCopyFailed: (url: string): Notice => ({ type: 'warning', title: 'Copy this URL', description: url }),

  fileTooLarge: (maxBytes: number) => unfit('File too large', `File size must be less than ${megabytes(maxBytes)}`),
  videoTooLarge: unfit('File too large', `Video files must be less than ${megabytes(MAX_UPLOAD_BYTES)} (approximately 2 minutes)`),
  notAnImage: unfit('Not an image', 'Choose an image: PNG, JPEG, GIF, WebP or AVIF'),
  notAVideo: unfit('Not a video', 'Choose a video: MP4, WebM, QuickTime or Ogg'),
  notAnImageOrVideo: unfit('Not an image or video', 'Choose an image (PNG, JPEG, GIF, WebP, AVIF) or a video (MP4, WebM, QuickTime, Ogg)'),
  fileUploaded: done('File uploaded successfully'),
  fileUploadFailed: failed('Failed to upload file'),
  fileNotRecorded: { type: 'warning', title: 'Warning', description: 'File uploaded but metadata could not be saved' },
  fileUrlCopied: done('URL Copied!', 'The file’s URL is on your clipboard.'),
  fileRenamed: done('File name updated successfully'),
  fileRenameFailed: failed('Failed to update file name'),
  fileDeleted: done('File deleted successfully'),
  fileDeleteFailed: failed('Failed to delete file'),

  leadUpdated: done('Lead updated successfully'),
  leadUpdateFailed: failed('Failed to update lead'),
  leadDeleted: done('Lead deleted successfully'),
  leadDeleteFailed: failed('Failed to delete lead'),

  sequenceIncomplete: { type: 'error', title: 'Validation Error', description: 'Please fill in all required fields' },
  sequenceCreated: done('SMS sequence created successfully'),
  sequenceCreateFailed: failed('Failed to create SMS sequence'),
  sequenceUpdated: done('SMS sequence updated successfully'),
  sequenceUpdateFailed: failed('Failed to update SMS sequence'),
  sequenceSwitchFailed: failed('Failed to update sequence status'),
  sequenceDeleted: done('SMS sequence deleted successfully'),
  sequenceDeleteFailed: failed('Failed to delete SMS sequence'),
  testSent: (words: string) => done('Test sent', words),
  testUnderWay: (words: string): Notice => ({ type: 'info', title: 'Test on its way', description: words }),
  testFailed: (words = 'Please try again.') => unfit('Test not sent', words),
  smsProcessed: (message: string) => done('SMS Processing Complete', message),
  smsProcessFailed: failed('Failed to process SMS messages'),
} satisfies Record<string, Notice | ((text: string) => Notice) | ((bytes: number) => Notice)>;
