import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readRunFile } from './launch';

/** Returns a function that runs the Temporal CLI against the Temporal of a running stack. */
export function temporalCli(
  dataDir: string,
  binary = process.env['TEMPORAL_CLI_PATH']!,
): (...args: string[]) => Promise<string> {
  return async (...args) => {
    const address = `127.0.0.1:${readRunFile(dataDir).services['temporal']!.port}`;
    return (await promisify(execFile)(binary, [...args, '--address', address], { maxBuffer: 256 * 1024 * 1024 }))
      .stdout;
  };
}

/** Returns the running workflows as a map from workflow id to run id. */
export async function runningWorkflows(dataDir: string): Promise<Map<string, string>> {
  const listed = await temporalCli(dataDir)(
    'workflow',
    'list',
    '--query',
    'ExecutionStatus = "Running"',
    '--limit',
    '10000',
    '--output',
    'json',
  );
  const runs = JSON.parse(listed) as { execution: { workflowId: string; runId: string } }[];
  return new Map(runs.map(({ execution }) => [execution.workflowId, execution.runId]));
}
