import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { copyText } from './copy-text';

/** Copies a landing page's URL and says so. */
export async function copyLandingUrl(landingUrl: string): Promise<void> {
  showToast((await copyText(landingUrl)) ? toasts.urlCopied : toasts.urlCopyFailed(landingUrl));
}
