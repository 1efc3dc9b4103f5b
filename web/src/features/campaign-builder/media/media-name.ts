/** The last part of a picture's or video's address, as people would call it. */
export function nameOfMedia(src: string): string {
  const last = src.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? src;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
