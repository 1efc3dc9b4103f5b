import { opsEnv } from '@dripline/runtime/env/ops-env';
import { readVariable } from '@dripline/runtime/env/parse-env';
import { z } from 'zod';

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((value) => value.replace(/\/$/, ''));
const schema = z.object({
  ...opsEnv,
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('production'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int()
    .min(0)
    .max(65535, { error: 'must be a port number' })
    .default(8080),
  GRAPHQL_URL: url.optional(),
  FACADE_URL: url.optional(),
  /** Without it, landing pages have no form token and are not cached. */
  SERVICE_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  /** The storage endpoint for uploads, instead of Google Cloud Storage's own. */
  GCS_API_ENDPOINT: url.optional(),
  PUBLIC_URL: url.optional(),
  PRODUCT_NAME: z.string().min(1, { error: 'must not be empty' }).default('Dripline'),
});

/** The server's configuration. */
export type Env = z.output<typeof schema> & { PUBLIC_URL: string };

/** Reads the configuration from environment variables. Throws a one-line error that names the invalid variable. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const values = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, readVariable(variables, name)]));
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new Error(`${name} ${issue.message}${name === 'SERVICE_TOKEN' ? '' : ` (it is '${values[name]}')`}`);
  }
  return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}` };
}
