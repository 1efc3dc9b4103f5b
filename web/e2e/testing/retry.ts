// A browser on a busy machine stumbles now and then: a second attempt, made at once, decides, and what failed at the first is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
