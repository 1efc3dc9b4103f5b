import { opsEnv } from '@dripline/runtime/env/ops-env';
import { allowPrivateEnv } from '@dripline/runtime/env/allow-private-env';
import { parseEnv } from '@dripline/runtime/env/parse-env';
import { validateTemporalEnv, temporalEnv } from '@dripline/runtime/env/temporal-env';
import { z } from 'zod';

const isProduction = process.env['NODE_ENV'] === 'production';
const variables = z.object({
  ...opsEnv,
  ...temporalEnv,
  GRAPHQL_URL: z.url({ protocol: /^https?$/ }),
  SERVICE_TOKEN: z.string().min(16),
  /** The public origin, where Twilio sends delivery receipts. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: allowPrivateEnv(process.env['NODE_ENV']),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-fA-F]{32}$/, 'must be MG and 32 hexadecimal digits')
    .optional(),
  TWILIO_FROM_NUMBER: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +14155550100')
    .optional(),
  // An emulator accepts messages without sending them, so it must not be used in production.
  TWILIO_API_BASE: isProduction
    ? z.undefined({ error: 'is not allowed in production. Remove it.' }).optional()
    : z.url().optional(),
  /** Timeout of one call to Twilio. Less than the activity's 20 s, so that no call outlives its attempt. */
  TWILIO_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(10_000),
  /** How long it may take until Twilio lists a message that it accepted. */
  TWILIO_LISTING_DELAY_MS: z.coerce.number().int().min(0).default(60_000),
});

type Variables = z.infer<typeof variables>;
const message = 'is required when TWILIO_ACCOUNT_SID is set';
const withTwilio = (isSet: (env: Variables) => unknown) => (env: Variables) =>
  !env.TWILIO_ACCOUNT_SID || Boolean(isSet(env));

const schema = variables
  .superRefine(validateTemporalEnv)
  .refine(
    withTwilio((env) => env.TWILIO_AUTH_TOKEN),
    { path: ['TWILIO_AUTH_TOKEN'], message },
  )
  .refine(
    withTwilio((env) => env.TWILIO_MESSAGING_SERVICE_SID ?? env.TWILIO_FROM_NUMBER),
    { path: ['TWILIO_MESSAGING_SERVICE_SID'], message },
  )
  .refine(
    withTwilio((env) => env.PUBLIC_URL),
    { path: ['PUBLIC_URL'], message },
  );

export type Env = z.infer<typeof schema>;

/** Reads and validates the environment. */
export const readEnv = (): Env => parseEnv(schema, process.env);
