import { failureToast, successToast, toasts, warningToast } from './toasts';

/** The toasts of second factors and sessions. */
export const securityToasts = {
  passkeyAdded: successToast('Passkey added', 'You can sign in with it from now on.'),
  passkeyFailed: (message = 'The browser did not create a passkey. Please try again.') => failureToast(message),
  passkeyRemoved: successToast('Passkey removed'),
  authenticatorAdded: successToast('Authenticator app added'),
  authenticatorRemoved: successToast('Authenticator app removed'),
  codesCopied: successToast('Recovery codes copied'),
  codesCopyFailed: warningToast('Copy the codes by hand', 'The browser did not allow access to the clipboard.'),
  sessionSignedOut: successToast('Session signed out'),
  failed: (message = 'That did not work. Please try again.') => failureToast(message),
  passkeySignInFailed: (message = 'The browser did not use a passkey. Please try again.') =>
    toasts.clientSignInFailed(message),
  codeFailed: (message = 'The code could not be checked. Please try again.') => toasts.clientSignInFailed(message),
};
