import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { ToastMessage } from '../ui/feedback/toaster';

const MB = 1024 * 1024;

/** A success toast. */
export const successToast = (title: string, description?: string): ToastMessage => ({
  type: 'success',
  title,
  ...(description ? { description } : {}),
});
/** An error toast with a title of its own. */
export const errorToast = (title: string, description: string): ToastMessage => ({ type: 'error', title, description });
/** An error toast titled 'Error'. */
export const failureToast = (description: string) => errorToast('Error', description);
/** A warning toast. */
export const warningToast = (title: string, description: string): ToastMessage => ({
  type: 'warning',
  title,
  description,
});

const credentialsMissing = (title: string) => errorToast(title, 'Please enter both username and password');
const fieldsMissing = (title: string) => errorToast(title, 'Please fill in all required fields');
const tooLarge = (description: string) => errorToast('File too large', description);
const urlCopied = (description: string) => successToast('URL Copied!', description);
const MISSING_FIELDS = 'Missing Fields';
const UPLOAD_FAILED = 'Failed to upload file';

/** All toasts except those of accounts, privacy and webhooks, which are in the files of those screens. */
export const toasts = {
  adminFieldsMissing: credentialsMissing(MISSING_FIELDS),
  adminSignInFailed: errorToast('Login Failed', 'Invalid username or password'),
  adminSignedIn: (productName: string) =>
    successToast('Welcome back!', `You have successfully logged in to ${productName}.`),
  dialogNotLoaded: failureToast('This dialog could not be loaded. Save your work, then reload the page.'),
  signedOut: successToast('Logged Out', 'You have been signed out.'),
  signOutFailed: failureToast('Failed to logout. Please try again.'),

  clientFieldsMissing: credentialsMissing('Missing information'),
  clientSignInFailed: (message = 'Invalid credentials') => errorToast('Login failed', message),
  clientSignedIn: (businessName: string) => successToast('Login successful', `Welcome back, ${businessName}!`),

  requiredFieldsMissing: fieldsMissing(MISSING_FIELDS),
  clientCreated: successToast('Client created successfully'),
  accessCopied: successToast('Copied'),
  accessCopyFailed: failureToast('The text could not be copied. Select it and copy it by hand.'),
  clientCreateFailed: failureToast('Failed to create client'),
  clientUpdated: successToast('Client updated successfully'),
  clientUpdateFailed: failureToast('Failed to update client'),
  clientDeleted: successToast('Client deleted successfully'),
  clientDeleteFailed: failureToast('Failed to delete client'),

  campaignSaved: successToast('Campaign saved'),
  campaignSaveFailed: (message = 'Failed to save campaign') => failureToast(message),

  urlCopied: urlCopied('The landing page URL is on your clipboard.'),
  qrCodeDownloaded: successToast('QR Code Downloaded!'),
  qrCodeFailed: failureToast('Failed to download QR code'),
  urlCopyFailed: (url: string) => warningToast('Copy this URL', url),

  fileTooLarge: (maxBytes: number) => tooLarge(`File size must be less than ${maxBytes / MB}MB`),
  videoTooLarge: tooLarge(`Video files must be less than ${MAX_UPLOAD_BYTES / MB}MB (approximately 2 minutes)`),
  notAnImage: errorToast('Not an image', 'Choose an image: PNG, JPEG, GIF, WebP or AVIF'),
  notAVideo: errorToast('Not a video', 'Choose a video: MP4, WebM, QuickTime or Ogg'),
  notAnImageOrVideo: errorToast(
    'Not an image or video',
    'Choose an image (PNG, JPEG, GIF, WebP, AVIF) or a video (MP4, WebM, QuickTime, Ogg)',
  ),
  fileUploaded: successToast('File uploaded successfully'),
  fileUploadFailed: (reason?: string) =>
    reason === undefined ? failureToast(UPLOAD_FAILED) : errorToast(UPLOAD_FAILED, reason),
  fileStoreUnreachable: (origin: string) =>
    errorToast(
      UPLOAD_FAILED,
      `The file store did not answer. If your connection works, the store does not allow uploads from ${origin}.`,
    ),
  fileNotRecorded: warningToast('Warning', 'File uploaded but metadata could not be saved'),
  fileUrlCopied: urlCopied('The file’s URL is on your clipboard.'),
  fileRenamed: successToast('File name updated successfully'),
  fileRenameFailed: failureToast('Failed to update file name'),
  fileDeleted: successToast('File deleted successfully'),
  fileDeleteFailed: failureToast('Failed to delete file'),

  leadUpdated: successToast('Lead updated successfully'),
  leadUpdateFailed: failureToast('Failed to update lead'),
  leadDeleted: successToast('Lead deleted successfully'),
  leadDeleteFailed: failureToast('Failed to delete lead'),
  spamRestored: successToast('Moved to leads', 'It now counts as a lead, and its follow-up messages start.'),
  spamRestoredHeld: warningToast(
    'Moved to leads and held',
    'The monthly lead limit is reached. The lead appears when the limit is raised or a new month starts.',
  ),
  spamRestoreFailed: failureToast('Failed to restore the submission'),
  spamDeleted: successToast('Submission deleted successfully'),
  spamDeleteFailed: failureToast('Failed to delete the submission'),

  sequenceIncomplete: fieldsMissing('Validation Error'),
  sequenceCreated: successToast('SMS sequence created successfully'),
  sequenceCreateFailed: failureToast('Failed to create SMS sequence'),
  sequenceUpdated: successToast('SMS sequence updated successfully'),
  sequenceUpdateFailed: failureToast('Failed to update SMS sequence'),
  sequenceSwitchFailed: failureToast('Failed to update sequence status'),
  sequenceDeleted: successToast('SMS sequence deleted successfully'),
  sequenceDeleteFailed: failureToast('Failed to delete SMS sequence'),
  testSent: (detail: string) => successToast('Test sent', detail),
  testPending: (detail: string): ToastMessage => ({ type: 'info', title: 'Sending test', description: detail }),
  testFailed: (detail = 'Try again.') => errorToast('Test not sent', detail),
  smsProcessed: (message: string) => successToast('SMS Processing Complete', message),
  smsProcessFailed: failureToast('Failed to process SMS messages'),
} satisfies Record<string, ToastMessage | ((text: string) => ToastMessage) | ((bytes: number) => ToastMessage)>;
