import { opsEnv } from '@dripline/runtime/env/ops-env';
import { parseEnv } from '@dripline/runtime/env/parse-env';
import { sharedEnv } from '@dripline/runtime/env/shared-env';
import { z } from 'zod';

/** The environment variables of the REST facade. */
export const envSchema = z.object({
  ...opsEnv,
  PORT: sharedEnv.PORT.default(3000),
  HOST: sharedEnv.HOST.default('0.0.0.0'),
  GRAPHQL_URL: sharedEnv.GRAPHQL_URL,
  INTERNAL_GRAPHQL_URL: sharedEnv.INTERNAL_GRAPHQL_URL.optional(),
  LANDING_TOKEN: sharedEnv.LANDING_TOKEN.optional(),
  PUBLIC_URL: sharedEnv.PUBLIC_URL,
  TRUST_PROXY_HOPS: sharedEnv.TRUST_PROXY_HOPS,
});

export type Env = z.infer<typeof envSchema>;

/** Reads and validates the environment. */
export const readEnv = (): Env => parseEnv(envSchema, process.env);
