/** Hides every image that failed before this script ran, or fails later. */
export function hideBrokenImages(page: Document): void {
  for (const image of page.images) if (image.complete && image.naturalWidth === 0) image.hidden = true;
  // Errors of images do not bubble: only a capturing listener sees them all.
  page.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && (target.hidden = true), true);
}
