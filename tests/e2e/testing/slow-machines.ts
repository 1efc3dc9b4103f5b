// A browser on a busy machine stumbles now and then: a second attempt, made at once, decides, and what failed at the first is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
// What a test waits for has limits of its own; this one only ends what hangs.
jest.setTimeout(180_000);
