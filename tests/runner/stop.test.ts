import { execFileSync } from 'node:child_process';
import { processStartTime } from '@dripline/launcher/processes/process-start-time';
import { eventually } from '@dripline/runtime/testing/eventually';
import { launch } from '../harness/launch';

jest.setTimeout(180_000);

/** Returns the processes that a process started, directly or indirectly, and their start times. */
function descendants(ancestor: number): Map<number, string | undefined> {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const rows = table.map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([pid = 0]) => [pid, ...childrenOf(pid)]);
  return new Map(childrenOf(ancestor).map((pid) => [pid, processStartTime(pid)]));
}

test.each([
  ['SIGINT', 'Jest', /PASS/, ['services/contract', 'api-docs']],
  ['SIGTERM', 'Playwright', /Running \d+ test/, ['--selectProjects', 'e2e', 'api-docs']],
] as const)(
  '%s to npm while %s runs stops all that npm test started and starts no more',
  async (signal, runner, started, selection) => {
    const launched = launch('test', {}, ['--', ...selection], ['npm', '--silent']);
    await launched.waitForOutput(started);
    const processes = descendants(launched.child.pid!);
    expect(processes.size).toBeGreaterThan(5);
    launched.child.kill(signal);
    await launched.ended;
    expect(launched.output()).not.toMatch(runner === 'Jest' ? /Running \d+ test/ : /\d+ passed, \d+ failed/);
    // Programs of a killed runner end a moment after it.
    const isRunning = ([pid, startTime]: [number, string | undefined]) =>
      startTime && processStartTime(pid) === startTime;
    await eventually(() => expect([...processes].filter(isRunning)).toEqual([]), { timeout: 10_000 });
  },
);
