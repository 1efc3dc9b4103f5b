import { parseEnv } from '@dripline/contract/parse-env';
import { z } from 'zod';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(9464),
  HOST: z.string().default('0.0.0.0'),
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  GRAPHQL_URL: z.url({ protocol: /^https?$/ }),
  SERVICE_TOKEN: z.string().min(16),
  // Better no worker than one that only pretends to text.
  TWILIO_ACCOUNT_SID: z.undefined({ error: 'this release cannot send through Twilio yet; leave it out' }).optional(),
});

export type Env = z.infer<typeof schema>;

/** What the process was started with. */
export const readEnv = (): Env => parseEnv(schema, process.env);
