import '../landing.css';
import { enhanceForm } from './enhance-form';

// Progressive enhancement: without this script the form still works, with a page load and server-side validation.
hideBrokenImages(document);
const form = document.querySelector<HTMLFormElement>('form[data-endpoint]');
if (form) enhanceForm(form);

/** Hides every image that failed to load, before or after this script runs. */
function hideBrokenImages(page: Document): void {
  for (const image of page.images) if (image.complete && image.naturalWidth === 0) image.hidden = true;
  // Error events of images do not bubble, so the listener uses the capture phase.
  page.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && (target.hidden = true), true);
}
