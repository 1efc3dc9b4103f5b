/** Asks again what could not be loaded; where it fails again, the screen already says so. */
export const retry = (...asked: Promise<unknown>[]) => void Promise.allSettled(asked);
