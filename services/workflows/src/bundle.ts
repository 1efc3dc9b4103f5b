import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Bundles the workflows at build time, so that the worker does not load a compiler. */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('./workflows'),
    workflowInterceptorModules: [require.resolve('./trace-headers')],
  });
  writeFileSync(path.join(__dirname, 'workflow-bundle.js'), code);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
