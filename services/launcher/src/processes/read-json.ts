import { readFileSync } from 'node:fs';

/** Reads a JSON file. Returns undefined if it is missing or invalid. */
export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
