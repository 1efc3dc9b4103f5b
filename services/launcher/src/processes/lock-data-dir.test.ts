import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from './lock-data-dir';

const folder = () => join(mkdtempSync(join(tmpdir(), 'dripline-lock-')), 'data');

test('a data folder can be locked by one process at a time', () => {
  const dataDir = folder();
  const release = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(
    `DATA_DIR ${dataDir} is in use by another Dripline process (pid ${process.pid}).`,
  );
  release();
  lockDataDir(dataDir)();
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false);
});

test('the lock of a killed process is taken over, even when another process has its pid', () => {
  const dataDir = folder();
  lockDataDir(dataDir)();
  writeFileSync(join(dataDir, 'lock.json'), JSON.stringify({ pid: process.pid, startTime: 'earlier' }));
  lockDataDir(dataDir)();
});

test('the error for a folder that cannot be created is one line', () => {
  expect(() => lockDataDir('/dev/null/data')).toThrow(/^DATA_DIR \/dev\/null\/data cannot be used: .*$/);
});
