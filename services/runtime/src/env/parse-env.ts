import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Schema of CREDENTIALS_DIRECTORY, which `readVariable` reads. */
export const credentialsDirectory = z.string().optional().meta({
  description: 'Folder with one file for each secret variable, named like the variable.',
  chartValue: 'Set by the chart',
});

/**
 * Validates the environment. Exits the process with a message that names the variable if one is missing or malformed. A
 * variable that is not set is read from the file of that name in CREDENTIALS_DIRECTORY, where Kubernetes and systemd
 * mount secrets.
 */
export function parseEnv<Schema extends z.ZodObject>(schema: Schema, environment: NodeJS.ProcessEnv): z.output<Schema> {
  const result = schema.safeParse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, readVariable(environment, name)])),
  );
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return exitWith(`${String(issue?.path[0])}: ${issue?.message ?? 'is malformed'}`);
}

/** Reads a variable, or the file of that name in CREDENTIALS_DIRECTORY. */
export function readVariable(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  // An empty variable counts as not set, as in the shell's `${NAME:-default}`.
  return environment[name] || (folder && readCredential(folder, name)) || undefined;
}

function readCredential(folder: string, name: string): string | undefined {
  try {
    return readFileSync(path.join(folder, name), 'utf8').trimEnd();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT'
      ? undefined
      : exitWith(`${name}: its file in CREDENTIALS_DIRECTORY cannot be read (${code})`);
  }
}

function exitWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
