import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Log } from './log-file';
import { root } from '../paths';
import { processStartTime } from './process-start-time';
import { restartDelay, SupervisedProcess } from './supervised-process';

const quiet = () => new Log({ name: 'program', isShown: false });
const nodeProgram = (script: string) => ({ name: 'program', command: process.execPath, args: ['-e', script], env: {} });
const quick = { firstMs: 5, maxMs: 40, steadyMs: 60_000 };

test('the restart delay doubles up to its maximum', () => {
  const delays = [0, 1, 2, 3, 10].map((n) => restartDelay(n, { firstMs: 250, maxMs: 1_500, steadyMs: 1 }));
  expect(delays).toEqual([250, 500, 1_000, 1_500, 1_500]);
});

test('a program that exits is restarted with increasing delays', async () => {
  const running = new SupervisedProcess(nodeProgram('process.exit(3)'), { log: quiet(), backoff: quick }).start();
  const downs: [string, number][] = [];
  for (let i = 0; i < 3; i++) downs.push((await once(running, 'down')) as [string, number]);
  await running.stop();
  expect(downs).toEqual([
    ['exit code 3', 5],
    ['exit code 3', 10],
    ['exit code 3', 20],
  ]);
});

test('a killed program is restarted', async () => {
  const running = new SupervisedProcess(nodeProgram('setInterval(() => {}, 1000)'), {
    log: quiet(),
    backoff: quick,
  }).start();
  const first = running.pid ?? 0;
  const up = once(running, 'up');
  process.kill(first, 'SIGKILL');
  const [second] = (await up) as [number];
  expect(second).not.toBe(first);
  await running.stop();
  expect(processStartTime(second)).toBeUndefined();
});

test('stopping a program also ends the processes that it started', async () => {
  const log = quiet();
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); console.log(c.pid); process.on('SIGTERM', () => {})`;
  const running = new SupervisedProcess(nodeProgram(script), { log, graceMs: 200 }).start();
  while (log.lastLines.length === 0) await new Promise(setImmediate);
  const grandchild = Number(log.lastLines[0]);
  expect(processStartTime(grandchild)).toBeDefined();
  await running.stop();
  expect(processStartTime(grandchild)).toBeUndefined();
});

test('managed child processes end when the launcher is killed', async () => {
  const modulePath = join(root, 'services/launcher/dist/processes/spawn-managed.js');
  expect(existsSync(modulePath)).toBe(true);
  const script = `
    const { spawnManaged } = require(${JSON.stringify(modulePath)});
    const child = spawnManaged({ name: 'x', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env: {} });
    console.log(child.pid)`;
  const launcher = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(launcher.stdout, 'data')) as [Buffer];
  const pid = Number(chunk.toString());
  expect(processStartTime(pid)).toBeDefined();
  launcher.kill('SIGKILL');
  while (processStartTime(pid)) await new Promise(setImmediate);
});
