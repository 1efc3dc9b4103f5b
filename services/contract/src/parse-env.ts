import type { z } from 'zod';

/** Parses the environment that an `env.ts` hands over; ends the process with one line that names the variable where one is missing or malformed. */
export function parseEnv<Out>(schema: z.ZodType<Out>, environment: NodeJS.ProcessEnv): Out {
  // A variable set to nothing counts as not set, as in a shell's `${NAME:-default}`.
  const result = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  process.stderr.write(`${String(issue?.path[0])}: ${issue?.message ?? 'is malformed'}\n`);
  process.exit(1);
}
