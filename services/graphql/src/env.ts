import { opsEnv } from '@dripline/runtime/env/ops-env';
import { parseEnv } from '@dripline/runtime/env/parse-env';
import { validateTemporalEnv, temporalEnv } from '@dripline/runtime/env/temporal-env';
import { allowPrivateEnv } from '@dripline/runtime/env/allow-private-env';
import { z } from 'zod';
import type { Settings } from './api/context';

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((value) => value === 'true');

const variables = z.object({
  ...opsEnv,
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('0.0.0.0'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  ...temporalEnv,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  SERVICE_TOKEN: z.string().min(16),
  SESSION_SECRET: z.string().min(16),
  SESSION_SECRET_PREVIOUS: z.string().min(16).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  GRAPHQL_PLAYGROUND: flag('true'),
  MIN_FILL_SECONDS: z.coerce.number().min(0).max(60).default(2),
  DEFAULT_PHONE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .default('US'),
  MESSAGE_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be two-letter country codes such as US,CA')
    .optional(),
  DEFAULT_TIME_ZONE: z
    .string()
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'must be an IANA time zone')
    .default('America/New_York'),
  PRODUCT_NAME: z.string().min(1).default('Dripline'),
  REQUIRE_CLIENT_LOGIN: flag('false'),
  WEBHOOK_ALLOW_PRIVATE: allowPrivateEnv(process.env['NODE_ENV']),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  GCS_BUCKET: z.string().min(3).optional(),
  GCS_API_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  DATA_DIR: z.string().optional(),
  /** The point in time that the database was restored to; see docs/operate/backup-and-restore.md. */
  DATABASE_RESTORED_AT: z.iso
    .datetime({ offset: true, error: 'must be a date and time such as 2026-01-31T08:00:00Z' })
    .transform((text) => new Date(text))
    .optional(),
  /** Seconds between two reconciliations of enrollments with their workflows. */
  RECONCILE_SECONDS: z.coerce.number().int().min(1).default(3_600),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN_PREVIOUS: z.string().min(1).optional(),
});

const hasToken = variables.refine(
  ({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN }) => !TWILIO_ACCOUNT_SID || TWILIO_AUTH_TOKEN,
  {
    path: ['TWILIO_AUTH_TOKEN'],
    message: 'is required when TWILIO_ACCOUNT_SID is set',
  },
);

const serverSchema = hasToken
  .superRefine(validateTemporalEnv)
  .refine(({ GCS_BUCKET, DATA_DIR }) => GCS_BUCKET !== undefined || DATA_DIR !== undefined, {
    path: ['DATA_DIR'],
    message: 'is required when GCS_BUCKET is not set',
  });

const adminSchema = z.object({
  DATABASE_URL: variables.shape.DATABASE_URL,
  ADMIN_USERNAME: z.string().min(1).optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional(),
});

export type ServerEnv = z.infer<typeof serverSchema>;

/** Reads and validates the server's environment. */
export const readServerEnv = (): ServerEnv => parseEnv(serverSchema, process.env);
/** Reads and validates the migration job's environment: the database and, optionally, the first administrator. */
export const readMigrateEnv = () => parseEnv(adminSchema, process.env);

/** Derives the settings that domain rules read from the environment. */
export function deriveSettings(env: ServerEnv): Settings {
  return {
    publicUrl: env.PUBLIC_URL.replace(/\/$/, ''),
    productName: env.PRODUCT_NAME,
    phoneCountry: env.DEFAULT_PHONE_COUNTRY,
    messageCountries: env.MESSAGE_COUNTRIES?.split(',') ?? defaultMessageCountries(env.DEFAULT_PHONE_COUNTRY),
    timeZone: env.DEFAULT_TIME_ZONE,
    requireClientLogin: env.REQUIRE_CLIENT_LOGIN,
    rateLimits: env.RATE_LIMITS === 'on',
    playground: env.GRAPHQL_PLAYGROUND,
    minFillSeconds: env.MIN_FILL_SECONDS,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    serviceToken: env.SERVICE_TOKEN,
    sessionSecret: env.SESSION_SECRET,
    previousSessionSecret: env.SESSION_SECRET_PREVIOUS ?? null,
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    databaseRestoredAt: env.DATABASE_RESTORED_AT ?? null,
    smsProvider: env.TWILIO_ACCOUNT_SID ? 'twilio' : 'log',
    twilioAuthTokens: [env.TWILIO_AUTH_TOKEN, env.TWILIO_AUTH_TOKEN_PREVIOUS].filter((token) => token !== undefined),
  };
}

/** Default for MESSAGE_COUNTRIES. The United States and Canada share a numbering plan and prices. */
function defaultMessageCountries(country: string): string[] {
  return ['US', 'CA'].includes(country) ? ['US', 'CA'] : [country];
}
