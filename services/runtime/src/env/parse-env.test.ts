import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { parseEnv } from './parse-env';

const schema = z.object({ WORKER_TOKEN: z.string().min(16), NAME: z.string().optional() });
const folder = mkdtempSync(path.join(tmpdir(), 'dripline-env-'));
writeFileSync(path.join(folder, 'WORKER_TOKEN'), 'a token from a file\n');

/** Returns what a process prints when it reads these variables and exits. */
function exitOutput(environment: Record<string, string>): string {
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(() => parseEnv(schema, environment)).toThrow('exit 1');
    return String(write.mock.calls[0]?.[0]);
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
}

const CREDENTIALS_DIRECTORY = folder;

test('a variable is read from CREDENTIALS_DIRECTORY without the trailing newline', () => {
  expect(parseEnv(schema, { CREDENTIALS_DIRECTORY })).toEqual({ WORKER_TOKEN: 'a token from a file' });
});

test('a variable takes precedence over the file, and an empty variable counts as not set', () => {
  expect(parseEnv(schema, { CREDENTIALS_DIRECTORY, WORKER_TOKEN: 'set in the environment' }).WORKER_TOKEN).toBe(
    'set in the environment',
  );
  expect(parseEnv(schema, { CREDENTIALS_DIRECTORY, WORKER_TOKEN: '', NAME: '' })).toEqual({
    WORKER_TOKEN: 'a token from a file',
  });
});

test('the message names a missing or invalid variable and never contains its value', () => {
  const other = mkdtempSync(path.join(tmpdir(), 'dripline-env-'));
  expect(exitOutput({ CREDENTIALS_DIRECTORY: other })).toContain('WORKER_TOKEN: ');
  writeFileSync(path.join(other, 'WORKER_TOKEN'), 'hunter2');
  const output = exitOutput({ CREDENTIALS_DIRECTORY: other });
  expect(output).toContain('WORKER_TOKEN: ');
  expect(output).not.toContain('hunter2');
});

test('the process exits and names the variable when its file cannot be read', () => {
  mkdirSync(path.join(folder, 'NAME'));
  expect(exitOutput({ CREDENTIALS_DIRECTORY })).toBe(
    'NAME: its file in CREDENTIALS_DIRECTORY cannot be read (EISDIR)\n',
  );
});
