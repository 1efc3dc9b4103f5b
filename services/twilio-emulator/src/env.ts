import { credentialsDirectory, parseEnv } from '@dripline/runtime/env/parse-env';
import { sharedEnv, urlEnv } from '@dripline/runtime/env/shared-env';
import { z } from 'zod';

/** The environment variables of the Twilio emulator. */
export const envSchema = z.object({
  CREDENTIALS_DIRECTORY: credentialsDirectory,
  HOST: sharedEnv.HOST.default('127.0.0.1'),
  PORT: sharedEnv.PORT,
  TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-f]{32}$/),
  TWILIO_AUTH_TOKEN: sharedEnv.TWILIO_AUTH_TOKEN,
  PUBLIC_URL: sharedEnv.PUBLIC_URL.optional(),
  DELIVER_TO: urlEnv.optional().meta({
    description:
      'URL that receives delivery receipts and replies if `PUBLIC_URL` is not reachable from the emulator. Requests are still signed for `PUBLIC_URL`.',
    defaultText: '`PUBLIC_URL`',
  }),
  LEDGER: z.string().optional().meta({
    description:
      'File to which the emulator appends every accepted message. Without it, messages are stored in memory only.',
  }),
});

/** Reads the emulator's settings from the environment. */
export const readEnv = () => parseEnv(envSchema, process.env);
