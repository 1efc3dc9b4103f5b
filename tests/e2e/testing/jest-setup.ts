// Browser tests can fail on a busy machine, so a failed test runs once more. The first failure is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
// Single waits have their own timeouts. This one only ends tests that hang.
jest.setTimeout(180_000);
