import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from './lock-data-dir';

const folder = () => join(mkdtempSync(join(tmpdir(), 'dripline-lock-')), 'data');

test('a second copy on the same folder is refused, and may come when the first is gone', () => {
  const dataDir = folder();
  const release = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(`DATA_DIR ${dataDir} is in use by another copy (process ${process.pid}).`);
  release();
  lockDataDir(dataDir)();
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false);
});

test('the lock of a killed copy is taken over, even when its number belongs to another process now', () => {
  const dataDir = folder();
  lockDataDir(dataDir)();
  writeFileSync(join(dataDir, 'lock.json'), JSON.stringify({ pid: process.pid, birth: 'an earlier one' }));
  lockDataDir(dataDir)();
});

test('a folder that cannot be made is told of in one line', () => {
  expect(() => lockDataDir('/dev/null/data')).toThrow(/^DATA_DIR \/dev\/null\/data cannot be used: .*$/);
});
