import { z } from 'zod';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(9464),
  HOST: z.string().default('0.0.0.0'),
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  GRAPHQL_URL: z.url({ protocol: /^https?$/ }),
  SERVICE_TOKEN: z.string().min(16),
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
