import { renameSync, writeFileSync } from 'node:fs';

/** Writes a JSON file atomically. Only the owner can read it. */
export function writeJson(file: string, value: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}
