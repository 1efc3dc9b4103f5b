import { opsEnv } from '@dripline/runtime/env/ops-env';
import { parseEnv } from '@dripline/runtime/env/parse-env';
import { productionEnv, validateProductionEnv } from '@dripline/runtime/env/production-env';
import { sharedEnv } from '@dripline/runtime/env/shared-env';
import { validateTemporalEnv, temporalEnv } from '@dripline/runtime/env/temporal-env';
import { z } from 'zod';

const variables = z.object({
  ...opsEnv,
  ...productionEnv,
  ...temporalEnv,
  INTERNAL_GRAPHQL_URL: sharedEnv.INTERNAL_GRAPHQL_URL,
  WORKER_TOKEN: sharedEnv.WORKER_TOKEN,
  PUBLIC_URL: sharedEnv.PUBLIC_URL.optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional()
    .meta({
      description:
        'SID of the Twilio account. Without it, messages are stored in the table `sms_log` and logged instead of sent.',
      chartValue: 'twilio.accountSid',
    }),
  TWILIO_AUTH_TOKEN: sharedEnv.TWILIO_AUTH_TOKEN.optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-fA-F]{32}$/, 'must be MG and 32 hexadecimal digits')
    .optional()
    .meta({
      description:
        'SID of the Messaging Service that sends the messages of clients without their own sender. Set it or `TWILIO_FROM_NUMBER`.',
      chartValue: 'twilio.messagingServiceSid',
    }),
  TWILIO_FROM_NUMBER: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +14155550100')
    .optional()
    .meta({
      description:
        'Phone number in E.164 format that sends the messages of clients without their own sender. Set it or `TWILIO_MESSAGING_SERVICE_SID`.',
      chartValue: 'twilio.fromNumber',
    }),
  TWILIO_API_BASE: z.url().optional().meta({
    description: 'URL of the Twilio emulator. Rejected in production.',
    chartValue: 'development.twilioApiBase',
    defaultText: 'Twilio',
  }),
  // Less than the activity's 20 s, so that no call outlives its attempt.
  TWILIO_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(10_000).meta({
    description: 'Timeout of a call to Twilio in milliseconds, 100 to 12,000.',
    chartValue: 'twilio.timeoutMs',
  }),
  TWILIO_LISTING_DELAY_MS: z.coerce.number().int().min(0).default(60_000).meta({
    description: "Maximum time in milliseconds until Twilio's message list contains an accepted message.",
    chartValue: 'twilio.listingDelayMs',
  }),
});

type Variables = z.infer<typeof variables>;
const message = 'is required when TWILIO_ACCOUNT_SID is set';
const withTwilio = (isSet: (env: Variables) => unknown) => (env: Variables) =>
  !env.TWILIO_ACCOUNT_SID || Boolean(isSet(env));

/** The environment variables of the worker. */
export const envSchema = variables
  .superRefine(validateProductionEnv)
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

export type Env = z.infer<typeof envSchema>;

/** Reads and validates the environment. */
export function readEnv(): Env {
  // With `node --watch`, threads report the files that they load by messages that crash the Temporal SDK.
  delete process.env['WATCH_REPORT_DEPENDENCIES'];
  return parseEnv(envSchema, process.env);
}
