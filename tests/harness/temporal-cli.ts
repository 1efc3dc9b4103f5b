import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readRun } from './launch';

/** Asks the Temporal of a running stack by its own CLI; the tests are told where that is. */
export function temporalCli(
  dataDir: string,
  binary = process.env['TEMPORAL_CLI_PATH']!,
): (...args: string[]) => Promise<string> {
  return async (...args) => {
    const address = `127.0.0.1:${readRun(dataDir).services['temporal']!.port}`;
    return (await promisify(execFile)(binary, [...args, '--address', address], { maxBuffer: 256 * 1024 * 1024 }))
      .stdout;
  };
}

/** The workflows that run, each with the id of its run. */
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
