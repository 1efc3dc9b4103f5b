import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';

export interface FileSnapshot {
  /** Returns the paths of files with changed contents. */
  changed(): string[];
  /** Restores contents and modification times, because newer times would cause a full compilation. */
  restore(): void;
}

/** Records the current contents of the files. */
export function snapshotFiles(paths: string[]): FileSnapshot {
  const before = paths.map((path) => ({ path, text: readFileSync(path, 'utf8'), times: statSync(path) }));
  const changed = () => before.filter(({ path, text }) => readFileSync(path, 'utf8') !== text);
  return {
    changed: () => changed().map(({ path }) => path),
    restore: () => {
      for (const { path, text } of changed()) writeFileSync(path, text);
      for (const { path, times } of before) utimesSync(path, times.atime, times.mtime);
    },
  };
}
