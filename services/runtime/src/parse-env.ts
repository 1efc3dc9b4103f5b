import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/**
 * Parses the environment that an `env.ts` hands over; ends the process with one line that names the variable where one is missing or malformed.
 * What is not set may be a file of that name in CREDENTIALS_DIRECTORY, as clusters and systemd mount secrets.
 */
export function parseEnv<Schema extends z.ZodObject>(schema: Schema, environment: NodeJS.ProcessEnv): z.output<Schema> {
  const result = schema.safeParse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, readVariable(environment, name)])),
  );
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return end(`${String(issue?.path[0])}: ${issue?.message ?? 'is malformed'}`);
}

/** One variable, or the file of its name. */
export function readVariable(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  // A variable set to nothing counts as not set, as in a shell's `${NAME:-default}`.
  return environment[name] || (folder && readCredential(folder, name)) || undefined;
}

function readCredential(folder: string, name: string): string | undefined {
  try {
    return readFileSync(path.join(folder, name), 'utf8').trimEnd();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : end(`${name}: its file in CREDENTIALS_DIRECTORY cannot be read (${code})`);
  }
}

function end(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
