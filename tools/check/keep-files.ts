import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';

export interface KeptFiles {
  /** Which of them no longer hold what they held. */
  changed(): string[];
  /** Puts contents and times back: a newer time alone would have everything compiled again. */
  restore(): void;
}

/** Remembers what the files hold now. */
export function keepFiles(paths: string[]): KeptFiles {
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
