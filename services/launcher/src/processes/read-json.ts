import { readFileSync } from 'node:fs';

/** What the file holds, undefined where there is none or it is damaged. */
export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
