import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { Notice } from '../ui/feedback/toaster';

const MB = 1024 * 1024;

/** A success toast. */
export const done = (title: string, description?: string): Notice => ({
  type: 'success',
  title,
  ...(description ? { description } : {}),
});
/** An error toast with a title of its own. */
export const refused = (title: string, description: string): Notice => ({ type: 'error', title, description });
/** An error toast titled 'Error'. */
export const failed = (description: string) => refused('Error', description);
/** A warning toast. */
export const warned = (title: string, description: string): Notice => ({ type: 'warning', title, description });

const credentialsMissing = (title: string) => refused(title, 'Please enter both username and password');
const fieldsMissing = (title: string) => refused(title, 'Please fill in all required fields');
const tooLarge = (description: string) => refused('File too large', description);
const urlCopied = (description: string) => done('URL Copied!', description);
const MISSING_FIELDS = 'Missing Fields';

/** The toasts of the product spec (sections 5 and 8) and of the screens that share them. */
export const notices = {
  adminFieldsMissing: credentialsMissing(MISSING_FIELDS),
  adminSignInFailed: refused('Login Failed', 'Invalid username or password'),
  adminSignedIn: (productName: string) => done('Welcome back!', `You have successfully logged in to ${productName}.`),
  signedOut: done('Logged Out', 'You have been signed out.'),
  signOutFailed: failed('Failed to logout. Please try again.'),

  clientFieldsMissing: credentialsMissing('Missing information'),
  clientSignInFailed: (message = 'Invalid credentials') => refused('Login failed', message),
  clientSignedIn: (businessName: string) => done('Login successful', `Welcome back, ${businessName}!`),

  requiredFieldsMissing: fieldsMissing(MISSING_FIELDS),
  clientCreated: done('Client created successfully'),
  clientCreateFailed: failed('Failed to create client'),
  clientUpdated: done('Client updated successfully'),
  clientUpdateFailed: failed('Failed to update client'),
  clientDeleted: done('Client deleted successfully'),
  clientDeleteFailed: failed('Failed to delete client'),

  campaignSaved: done('Campaign saved'),
  campaignSaveFailed: (message = 'Failed to save campaign') => failed(message),

  urlCopied: urlCopied('The landing page URL is on your clipboard.'),
  qrCodeDownloaded: done('QR Code Downloaded!'),
  qrCodeFailed: failed('Failed to download QR code'),
  urlCopyFailed: (url: string) => warned('Copy this URL', url),

  fileTooLarge: (maxBytes: number) => tooLarge(`File size must be less than ${maxBytes / MB}MB`),
  videoTooLarge: tooLarge(`Video files must be less than ${MAX_UPLOAD_BYTES / MB}MB (approximately 2 minutes)`),
  notAnImage: refused('Not an image', 'Choose an image: PNG, JPEG, GIF, WebP or AVIF'),
  notAVideo: refused('Not a video', 'Choose a video: MP4, WebM, QuickTime or Ogg'),
  notAnImageOrVideo: refused(
    'Not an image or video',
    'Choose an image (PNG, JPEG, GIF, WebP, AVIF) or a video (MP4, WebM, QuickTime, Ogg)',
  ),
  fileUploaded: done('File uploaded successfully'),
  fileUploadFailed: failed('Failed to upload file'),
  fileNotRecorded: warned('Warning', 'File uploaded but metadata could not be saved'),
  fileUrlCopied: urlCopied('The file’s URL is on your clipboard.'),
  fileRenamed: done('File name updated successfully'),
  fileRenameFailed: failed('Failed to update file name'),
  fileDeleted: done('File deleted successfully'),
  fileDeleteFailed: failed('Failed to delete file'),

  leadUpdated: done('Lead updated successfully'),
  leadUpdateFailed: failed('Failed to update lead'),
  leadDeleted: done('Lead deleted successfully'),
  leadDeleteFailed: failed('Failed to delete lead'),
  spamRestored: done('Moved to leads', 'It now counts as a lead, and its follow-up messages start.'),
  spamRestoredHeld: warned(
    'Moved to leads and held',
    'The monthly lead limit is reached. The lead appears when the limit is raised or a new month starts.',
  ),
  spamRestoreFailed: failed('Failed to restore the submission'),
  spamDeleted: done('Submission deleted successfully'),
  spamDeleteFailed: failed('Failed to delete the submission'),

  sequenceIncomplete: fieldsMissing('Validation Error'),
  sequenceCreated: done('SMS sequence created successfully'),
  sequenceCreateFailed: failed('Failed to create SMS sequence'),
  sequenceUpdated: done('SMS sequence updated successfully'),
  sequenceUpdateFailed: failed('Failed to update SMS sequence'),
  sequenceSwitchFailed: failed('Failed to update sequence status'),
  sequenceDeleted: done('SMS sequence deleted successfully'),
  sequenceDeleteFailed: failed('Failed to delete SMS sequence'),
  testSent: (detail: string) => done('Test sent', detail),
  testUnderWay: (detail: string): Notice => ({ type: 'info', title: 'Sending test', description: detail }),
  testFailed: (detail = 'Try again.') => refused('Test not sent', detail),
  smsProcessed: (message: string) => done('SMS Processing Complete', message),
  smsProcessFailed: failed('Failed to process SMS messages'),
} satisfies Record<string, Notice | ((text: string) => Notice) | ((bytes: number) => Notice)>;
