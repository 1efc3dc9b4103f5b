import { eventually } from '@dripline/runtime/testing/eventually';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { restartWhenStuck } from '@dripline/launcher/temporal/restart-when-stuck';
import { startTemporalDevServer, waitUntilTemporalReady } from '@dripline/launcher/temporal/temporal-dev-server';

jest.setTimeout(120_000);

it('a Temporal server that accepts connections without answering is restarted, with its namespaces', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-temporal-'));
  const [port = 0] = await pickPorts(1);
  const log = new Log({ name: 'temporal', isShown: false, folder });
  const binary = process.env['TEMPORAL_CLI_PATH']!;
  const options = { binary, port, namespace: 'kept', env: childEnv(process.env, []) };
  const server = startTemporalDevServer({ ...options, file: join(folder, 'temporal.db'), log });
  const operate = (...args: string[]) =>
    execFileSync(binary, ['operator', 'namespace', ...args, '--address', `127.0.0.1:${port}`], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const lines: string[] = [];
  let stopWatching = () => {};
  try {
    await waitUntilTemporalReady(server, port, log);
    await eventually(() => operate('describe', 'kept'), { timeout: 30_000 });
    operate('create', 'another');
    const results = join(folder, 'results');
    const recording = join(folder, 'recording');
    writeFileSync(recording, `#!/bin/sh\n"${binary}" "$@"\ncode=$?\necho $code >>"${results}"\nexit $code\n`, {
      mode: 0o700,
    });
    const watched = { ...options, binary: recording };
    stopWatching = restartWhenStuck(server, watched, { intervalMs: 500, timeoutMs: 2_000 }, (line) => lines.push(line));
    const pid = server.pid!;
    await eventually(() => expect(readFileSync(results, 'utf8')).toContain('0'));
    process.kill(pid, 'SIGSTOP');
    await eventually(() => expect([undefined, pid]).not.toContain(server.pid), { timeout: 60_000 });
    await eventually(() => expect(operate('describe', 'another')).toContain('another'), { timeout: 30_000 });
    expect(lines).toEqual([expect.stringContaining('is restarted')]);
  } finally {
    stopWatching();
    await server.stop();
  }
});
