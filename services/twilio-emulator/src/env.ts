import { parseEnv } from '@dripline/runtime/parse-env';
import { z } from 'zod';

const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535),
  TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-f]{32}$/),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  /** The product's own address, to which inbound texts go. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where receipts and inbound texts go where PUBLIC_URL leads nowhere from here, such as http://graphql:4000. They are signed for PUBLIC_URL all the same. */
  DELIVER_TO: z.url({ protocol: /^https?$/ }).optional(),
  /** File that keeps what was taken. */
  LEDGER: z.string().optional(),
});

/** What the stand-in was started with. */
export const readEnv = () => parseEnv(schema, process.env);
