import { z } from 'zod';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  GRAPHQL_URL: z.url({ protocol: /^https?$/ }),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
});

export type Env = z.infer<typeof schema>;

/** Reads the environment; ends the process with one line that names the variable where one is missing or malformed. */
export function readEnv(): Env {
  const result = schema.safeParse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  process.stderr.write(`${String(issue?.path[0])}: ${issue?.message ?? 'is malformed'}\n`);
  process.exit(1);
}
