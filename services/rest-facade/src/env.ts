import { opsEnv } from '@dripline/runtime/env/ops-env';
import { parseEnv } from '@dripline/runtime/env/parse-env';
import { z } from 'zod';

const schema = z.object({
  ...opsEnv,
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  GRAPHQL_URL: z.url({ protocol: /^https?$/ }),
  /** Required for caching landing pages. */
  SERVICE_TOKEN: z.string().min(16).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  PRODUCT_NAME: z.string().min(1).default('Dripline'),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
});

export type Env = z.infer<typeof schema>;

/** Reads and validates the environment. */
export const readEnv = (): Env => parseEnv(schema, process.env);
