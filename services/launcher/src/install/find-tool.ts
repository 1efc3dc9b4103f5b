import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from '../failure';
import { Stopped } from '../processes/stop-signal';

/**
 * A place to get a tool from. `get` returns the tool's path, or undefined if it is not
 * there. It throws if getting it failed.
 */
export interface ToolSource {
  label: string;
  get(): string | undefined | Promise<string | undefined>;
}

/**
 * Returns the path from the first source that has the tool. Throws a Failure with each source's error and the advice.
 */
export async function findTool(name: string, ways: ToolSource[], advice: string): Promise<string> {
  const reasons: string[] = [];
  for (const { label, get } of ways) {
    try {
      const path = await get();
      if (path) return path;
    } catch (error) {
      if (error instanceof Failure || error instanceof Stopped) throw error;
      reasons.push(`${label}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Failure(
    [`${name} was not found.`, reasons.length ? `Tried: ${reasons.join('; ')}.` : '', advice].filter(Boolean).join(' '),
  );
}

/** A tool's path, or the reason why it is missing. */
export type ToolResult = { path: string } | { missing: string };

/** Turns the Failure of a tool search into `missing`, for tools that only some tests need. */
export function orMissing(found: Promise<string>): Promise<ToolResult> {
  return found.then(
    (path) => ({ path }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { missing: error.message };
    },
  );
}

/**
 * The path in an environment variable. Throws a Failure if there is no program at that
 * path, so other sources are not tried.
 */
export const fromVariable = (variable: string, path: string | undefined): ToolSource => ({
  label: variable,
  get: () => {
    if (path && !isExecutable(path)) throw new Failure(`${variable}: there is no program at ${path}.`);
    return path;
  },
});

export const fromPath = (program: string, PATH: string): ToolSource => ({
  label: 'PATH',
  get: () =>
    PATH.split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, program))
      .find(isExecutable),
});

export const fromCache = (path: string): ToolSource => ({
  label: 'cache',
  get: () => (isExecutable(path) ? path : undefined),
});

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
