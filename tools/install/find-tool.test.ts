import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@dripline/launcher/env';
import { findFakeGcs } from './find-fake-gcs';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { findTool } from '@dripline/launcher/install/find-tool';
import { findTimeSkippingServer } from './time-skipping-server';

function folderWith(...programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-tool-'));
  for (const program of programs) {
    mkdirSync(join(folder, program, '..'), { recursive: true });
    writeFileSync(join(folder, program), '#!/bin/sh\n');
    chmodSync(join(folder, program), 0o755);
  }
  return folder;
}

const path = folderWith('temporal');
const cache = folderWith('dripline/bin/temporal');
const named = join(folderWith('my-temporal'), 'my-temporal');

test('the variable wins over the PATH, the PATH over the cache', async () => {
  const all = { PATH: path, XDG_CACHE_HOME: cache, TEMPORAL_CLI_PATH: named };
  expect(await findTemporal(readEnv(all))).toBe(named);
  expect(await findTemporal(readEnv({ ...all, TEMPORAL_CLI_PATH: '' }))).toBe(join(path, 'temporal'));
  expect(await findTemporal(readEnv({ PATH: '/nowhere', XDG_CACHE_HOME: cache }))).toBe(
    join(cache, 'dripline/bin/temporal'),
  );
});

test('a variable that names no program is an error, not a reason to look elsewhere', async () => {
  await expect(findTemporal(readEnv({ PATH: path, TEMPORAL_CLI_PATH: '/nowhere/temporal' }))).rejects.toThrow(
    'TEMPORAL_CLI_PATH: there is no program at /nowhere/temporal.',
  );
});

test('where no way works, the error gives every reason and says what to install', async () => {
  const failing = (label: string, reason: string) => ({ label, get: () => Promise.reject(new Error(reason)) });
  await expect(
    findTool('The tool', [failing('download', 'no network'), failing('build', 'no Go')], 'Install Go.'),
  ).rejects.toThrow('The tool was not found. Tried: download: no network; build: no Go. Install Go.');
});

test('ways after the one that worked are not tried', async () => {
  const late = jest.fn();
  expect(
    await findTool(
      'x',
      [
        { label: 'a', get: () => undefined },
        { label: 'b', get: () => '/b' },
        { label: 'c', get: late },
      ],
      '',
    ),
  ).toBe('/b');
  expect(late).not.toHaveBeenCalled();
});

test('a time-skipping server already in the cache is used', async () => {
  const folder = folderWith('dripline/bin/temporal-test-server-1.32.1');
  expect(await findTimeSkippingServer(readEnv({ PATH: '/nowhere', XDG_CACHE_HOME: folder }))).toEqual({
    path: join(folder, 'dripline/bin/temporal-test-server-1.32.1'),
  });
});

test('a wrong path to the time-skipping server says why its tests cannot run', async () => {
  expect(await findTimeSkippingServer(readEnv({ TEMPORAL_TEST_SERVER_PATH: '/nowhere' }))).toEqual({
    missing: 'TEMPORAL_TEST_SERVER_PATH: there is no program at /nowhere.',
  });
});

test('a storage emulator already in the cache is used, a wrong path to one says why its tests cannot run', async () => {
  const folder = folderWith('dripline/bin/fake-gcs-server-1.56.1');
  expect(await findFakeGcs(readEnv({ PATH: '/nowhere', XDG_CACHE_HOME: folder }))).toEqual({
    path: join(folder, 'dripline/bin/fake-gcs-server-1.56.1'),
  });
  expect(await findFakeGcs(readEnv({ FAKE_GCS_SERVER_PATH: '/nowhere' }))).toEqual({
    missing: 'FAKE_GCS_SERVER_PATH: there is no program at /nowhere.',
  });
});
