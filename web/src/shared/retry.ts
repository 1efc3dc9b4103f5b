/** Runs refetches after a load error and ignores their rejections, because the screen already shows the error. */
export const retry = (...refetches: Promise<unknown>[]) => void Promise.allSettled(refetches);
