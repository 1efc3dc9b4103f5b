import { opsEnv } from '@dripline/runtime/env/ops-env';
import { readVariable } from '@dripline/runtime/env/parse-env';
import { s3Env, validateS3Env } from '@dripline/runtime/env/s3-env';
import { sharedEnv, urlEnv } from '@dripline/runtime/env/shared-env';
import { z } from 'zod';

const variables = z.object({
  ...opsEnv,
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('production'),
  HOST: sharedEnv.HOST.default('0.0.0.0'),
  PORT: sharedEnv.PORT.default(8080),
  GRAPHQL_URL: sharedEnv.GRAPHQL_URL.optional(),
  INTERNAL_GRAPHQL_URL: sharedEnv.INTERNAL_GRAPHQL_URL.optional(),
  FACADE_URL: urlEnv.optional().meta({
    description: 'URL of the REST facade that web forwards `/api` to. Not used behind an Ingress.',
    chartValue: 'development.webForwards',
  }),
  LANDING_TOKEN: sharedEnv.LANDING_TOKEN.optional(),
  GCS_API_ENDPOINT: sharedEnv.GCS_API_ENDPOINT,
  ...s3Env,
  PUBLIC_URL: sharedEnv.PUBLIC_URL.optional().meta({ defaultText: '`http://localhost:PORT`' }),
  PRODUCT_NAME: sharedEnv.PRODUCT_NAME,
  DEFAULT_PHONE_COUNTRY: sharedEnv.DEFAULT_PHONE_COUNTRY,
});

/** The environment variables of the web server. */
export const envSchema = variables.superRefine(validateS3Env);

/** The server's configuration. */
export type Env = z.output<typeof envSchema> & { PUBLIC_URL: string };

/** Reads the configuration from environment variables. Throws a one-line error that names the invalid variable. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const values = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, readVariable(variables, name)]));
  const parsed = envSchema.safeParse(values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new Error(`${name} ${issue.message}${name === 'LANDING_TOKEN' ? '' : ` (it is '${values[name]}')`}`);
  }
  return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}` };
}
