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

test('the environment variable takes precedence over the PATH, and the PATH over the cache', async () => {
  const variables = { PATH: path, XDG_CACHE_HOME: cache, TEMPORAL_CLI_PATH: named };
  expect(await findTemporal(readEnv(variables))).toBe(named);
  expect(await findTemporal(readEnv({ ...variables, TEMPORAL_CLI_PATH: '' }))).toBe(join(path, 'temporal'));
  expect(await findTemporal(readEnv({ PATH: '/nowhere', XDG_CACHE_HOME: cache }))).toBe(
    join(cache, 'dripline/bin/temporal'),
  );
});

test('a variable with a wrong path is an error, and other sources are not tried', async () => {
  await expect(findTemporal(readEnv({ PATH: path, TEMPORAL_CLI_PATH: '/nowhere/temporal' }))).rejects.toThrow(
    'TEMPORAL_CLI_PATH: there is no program at /nowhere/temporal.',
  );
});

test('the error lists the reason of each source and says what to install', async () => {
  const failing = (label: string, reason: string) => ({ label, get: () => Promise.reject(new Error(reason)) });
  await expect(
    findTool('The tool', [failing('download', 'no network'), failing('build', 'no Go')], 'Install Go.'),
  ).rejects.toThrow('The tool was not found. Tried: download: no network; build: no Go. Install Go.');
});

test('sources after the first that has the tool are not tried', async () => {
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

test('a time-skipping server in the cache is used', async () => {
  const folder = folderWith('dripline/bin/temporal-test-server-1.32.1');
  expect(await findTimeSkippingServer(readEnv({ PATH: '/nowhere', XDG_CACHE_HOME: folder }))).toEqual({
    path: join(folder, 'dripline/bin/temporal-test-server-1.32.1'),
  });
});

test('a wrong path to the time-skipping server is reported as the reason why it is missing', async () => {
  expect(await findTimeSkippingServer(readEnv({ TEMPORAL_TEST_SERVER_PATH: '/nowhere' }))).toEqual({
    missing: 'TEMPORAL_TEST_SERVER_PATH: there is no program at /nowhere.',
  });
});

test('a storage emulator in the cache is used, and a wrong path is reported as the reason why it is missing', async () => {
  const folder = folderWith('dripline/bin/fake-gcs-server-1.56.1');
  expect(await findFakeGcs(readEnv({ PATH: '/nowhere', XDG_CACHE_HOME: folder }))).toEqual({
    path: join(folder, 'dripline/bin/fake-gcs-server-1.56.1'),
  });
  expect(await findFakeGcs(readEnv({ FAKE_GCS_SERVER_PATH: '/nowhere' }))).toEqual({
    missing: 'FAKE_GCS_SERVER_PATH: there is no program at /nowhere.',
  });
});
