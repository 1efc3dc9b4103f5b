/** Returns the file name in an image's or video's URL. */
export function mediaFileName(src: string): string {
  const last = src.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? src;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
