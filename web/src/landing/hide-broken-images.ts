/** Hides every image that failed to load, before or after this script runs. */
export function hideBrokenImages(page: Document): void {
  for (const image of page.images) if (image.complete && image.naturalWidth === 0) image.hidden = true;
  // Error events of images do not bubble, so the listener uses the capture phase.
  page.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && (target.hidden = true), true);
}
