import { renameSync, writeFileSync } from 'node:fs';

/** Writes JSON so that a reader, or a crash, never meets half a file. Only the owner may read it. */
export function writeJson(file: string, value: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}
