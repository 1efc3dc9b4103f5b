import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from '../failure';

/** One way to get a tool: answers its path, undefined when this way has none, or throws with the reason. */
export interface Way {
  label: string;
  get(): string | undefined | Promise<string | undefined>;
}

/** Tries the ways in order and answers the first path; throws a Failure with every reason and the advice. */
export async function findTool(name: string, ways: Way[], advice: string): Promise<string> {
  const reasons: string[] = [];
  for (const { label, get } of ways) {
    try {
      const path = await get();
      if (path) return path;
    } catch (error) {
      if (error instanceof Failure) throw error;
      reasons.push(`${label}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Failure(
    [`${name} was not found.`, reasons.length ? `Tried: ${reasons.join('; ')}.` : '', advice].filter(Boolean).join(' '),
  );
}

/** A tool's path, or the reason why its tests cannot run. */
export type Found = { path: string } | { missing: string };

/** For a tool that only some tests need. */
export function orMissing(found: Promise<string>): Promise<Found> {
  return found.then(
    (path) => ({ path }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { missing: error.message };
    },
  );
}

/** A path that someone named must be right: a wrong one is a Failure, not a reason to look elsewhere. */
export const namedBy = (variable: string, path: string | undefined): Way => ({
  label: variable,
  get: () => {
    if (path && !isExecutable(path)) throw new Failure(`${variable}: there is no program at ${path}.`);
    return path;
  },
});

export const onPath = (program: string, PATH: string): Way => ({
  label: 'PATH',
  get: () =>
    PATH.split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, program))
      .find(isExecutable),
});

export const inCache = (path: string): Way => ({ label: 'cache', get: () => (isExecutable(path) ? path : undefined) });

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
