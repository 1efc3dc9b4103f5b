import { parseEnv } from '@dripline/runtime/env/parse-env';
import { z } from 'zod';

const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535),
  TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-f]{32}$/),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  /** Public URL of Dripline, which receives inbound messages. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * Origin for receipts and inbound messages if PUBLIC_URL is not reachable, such as
   * http://graphql:4000. Signatures still use PUBLIC_URL.
   */
  DELIVER_TO: z.url({ protocol: /^https?$/ }).optional(),
  /** File of accepted messages. Without it, they are only in memory. */
  LEDGER: z.string().optional(),
});

/** Reads the emulator's settings from the environment. */
export const readEnv = () => parseEnv(schema, process.env);
