import { TestWorkflowEnvironment } from '@temporalio/testing';

// Runs in its own process because the SDK's download cannot be cancelled.
const [kind, downloadDir] = process.argv.slice(2);
const server = { executable: { type: 'cached-download', downloadDir } } as const;
const started =
  kind === 'test-server'
    ? TestWorkflowEnvironment.createTimeSkipping({ server })
    : TestWorkflowEnvironment.createLocal({ server });

started
  .then((environment) => environment.teardown())
  .catch((error: Error) => {
    // The SDK's message repeats the URL at every level. Its last part is the reason.
    console.error(error.message.split(': ').at(-1));
    process.exitCode = 1;
  });
