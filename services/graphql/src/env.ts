import { existsSync } from 'node:fs';
import { opsEnv } from '@dripline/runtime/env/ops-env';
import { credentialsDirectory, parseEnv } from '@dripline/runtime/env/parse-env';
import { productionEnv, validateProductionEnv } from '@dripline/runtime/env/production-env';
import { s3Credentials, s3Env, validateS3Env } from '@dripline/runtime/env/s3-env';
import { sharedEnv } from '@dripline/runtime/env/shared-env';
import { validateTemporalEnv, temporalEnv } from '@dripline/runtime/env/temporal-env';
import { z } from 'zod';
import type { Settings } from './api/context';
import { NUMBER_LIMITS } from './messages/number-limits';

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((value) => value === 'true');

/** How to connect to Postgres with TLS. Names and meanings are those of libpq. */
const databaseTlsEnv = {
  PGSSLMODE: z.enum(['disable', 'require', 'verify-ca', 'verify-full']).optional().meta({
    description:
      'TLS of the connections to Postgres: `disable`, `require` (encrypted, not verified), `verify-ca` (signed by `PGSSLROOTCERT`) or `verify-full` (also for its host). A `sslmode` in `DATABASE_URL` takes precedence. `npm start` reads only that.',
    chartValue: 'database.sslmode',
    defaultText: 'No TLS, with `PGSSLROOTCERT` `verify-full`',
  }),
  PGSSLROOTCERT: z.string().refine(existsSync, 'must be the path of a file').optional().meta({
    description:
      'Path of a file with the CA certificates of Postgres, in PEM format. `sslrootcert` in `DATABASE_URL` takes precedence, and `npm start` reads only that.',
    chartValue: 'database.caSecret',
    defaultText: `The system's CAs`,
  }),
};

const variables = z.object({
  ...opsEnv,
  ...productionEnv,
  PORT: sharedEnv.PORT.default(4000),
  INTERNAL_PORT: sharedEnv.PORT.default(4001).meta({
    description:
      "Port of the GraphQL schema for Dripline's other services. Only web, rest-facade and workflows need to reach it. `0` selects a free port.",
    chartValue: 'Set by the chart',
  }),
  HOST: sharedEnv.HOST.default('0.0.0.0'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).meta({
    description:
      '`postgres://` URL of the database. The migration connects as the owner of the tables, the server as the role with limited rights.',
    chartValue: ['secrets.existingSecret', 'secrets.migrationSecret'],
  }),
  ...databaseTlsEnv,
  ...temporalEnv,
  PUBLIC_URL: sharedEnv.PUBLIC_URL,
  WORKER_TOKEN: sharedEnv.WORKER_TOKEN,
  LANDING_TOKEN: sharedEnv.LANDING_TOKEN,
  SESSION_SECRET: z.string().min(16).meta({
    description:
      'Key that hashes sessions and encrypts webhook secrets and the keys of authenticator apps, at least 16 characters.',
    chartValue: 'secrets.existingSecret',
  }),
  SESSION_SECRET_PREVIOUS: z.string().min(16).optional().meta({
    description: 'Old `SESSION_SECRET` during a rotation, so that webhook secrets stay readable.',
    chartValue: 'secrets.existingSecret',
  }),
  NUMBER_HASH_KEY: z.string().min(16).meta({
    description:
      'Key that hashes phone numbers in opt-outs and evidence, at least 16 characters. Never change it: numbers that opted out would be messaged again.',
    chartValue: 'secrets.existingSecret',
  }),
  EVIDENCE_YEARS: z.coerce.number().int().min(1).max(20).default(5).meta({
    description:
      'Years for which evidence of consent, opt-outs and sent messages is kept after the lead or client was deleted, 1 to 20.',
    chartValue: 'settings.evidenceYears',
  }),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').meta({
    description: 'Whether rate limits are `on` or, for load tests only, `off`. Production rejects `off`.',
    chartValue: 'development.rateLimits',
  }),
  GRAPHQL_PLAYGROUND: z
    .enum(['on', 'accounts', 'off'])
    .optional()
    .meta({
      description:
        "Who may use GraphiQL, introspection and operations other than those of Dripline's own programs: everyone (`on`), signed-in accounts and API keys (`accounts`), or nobody (`off`). Production rejects `on`.",
      chartValue: ['settings.playground', 'development.playground'],
      defaultText: '`on`, in production `accounts`',
    }),
  MIN_FILL_SECONDS: z.coerce.number().min(0).max(60).default(2).meta({
    description:
      'Submissions faster than this many seconds after the landing page was rendered are treated as spam, unless the browser filled in answers, 0 to 60.',
    chartValue: 'settings.minFillSeconds',
  }),
  DEFAULT_PHONE_COUNTRY: sharedEnv.DEFAULT_PHONE_COUNTRY,
  MESSAGE_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be two-letter country codes such as US,CA')
    .optional()
    .meta({
      description: 'Two-letter countries whose numbers receive messages from sequences, such as `US,CA,GB`.',
      chartValue: 'settings.messageCountries',
      defaultText: '`DEFAULT_PHONE_COUNTRY` (`US,CA` for either)',
    }),
  DEFAULT_TIME_ZONE: z
    .string()
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'must be an IANA time zone')
    .default('America/New_York')
    .meta({ description: 'IANA time zone of new clients.', chartValue: 'settings.defaultTimeZone' }),
  PRODUCT_NAME: sharedEnv.PRODUCT_NAME,
  REQUIRE_CLIENT_LOGIN: flag('false').meta({
    description: 'Whether to close the dashboards of clients without a login.',
    chartValue: 'settings.requireClientLogin',
  }),
  ADMIN_SECOND_FACTOR_DAYS: z.coerce.number().int().min(0).max(365).optional().meta({
    description:
      'Days that an administrator has to add a second factor, 0 to 365, from the first use of the account with this setting. Afterwards, an account without one can only add one. Without it, a second factor is optional.',
    chartValue: 'settings.adminSecondFactorDays',
  }),
  TRUST_PROXY_HOPS: sharedEnv.TRUST_PROXY_HOPS,
  GCS_BUCKET: z.string().min(3).optional().meta({
    description:
      'Private Google Cloud Storage bucket for files. Without it and `S3_BUCKET`, files are stored in `DATA_DIR`.',
    chartValue: 'objectStore.bucket',
  }),
  GCS_API_ENDPOINT: sharedEnv.GCS_API_ENDPOINT,
  // Google's client library reads this variable.
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional().meta({
    description: 'Path of a file with Google Cloud credentials.',
    chartValue: 'objectStore.credentialsSecret',
    defaultText: "Google's default lookup",
  }),
  ...s3Env,
  ...s3Credentials,
  DATA_DIR: z.string().optional().meta({
    description: 'Folder for data on one machine. Required by graphql unless `GCS_BUCKET` or `S3_BUCKET` is set.',
  }),
  DATABASE_RESTORED_AT: z.iso
    .datetime({ offset: true, error: 'must be a date and time such as 2026-01-31T08:00:00Z' })
    .transform((text) => new Date(text))
    .optional()
    .meta({
      description:
        'When the database was restored from a backup, such as `2026-01-31T08:00:00Z`. At startup, erasures that the database does not contain are applied again. Messages of follow-ups from before that time are looked up at the provider before they are sent.',
      chartValue: 'databaseRestoredAt',
    }),
  RECONCILE_SECONDS: z.coerce.number().int().min(1).default(3_600).meta({
    description:
      'Interval between two comparisons of open records with their workflows in seconds, at least 1. After Temporal was unreachable they are compared at once.',
    chartValue: 'settings.reconcileSeconds',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })
    .optional()
    .meta({
      description:
        'URL of the SMTP server that sends notifications by email, such as `smtps://user:password@smtp.example.com`. In production, `smtp://` requires STARTTLS unless the URL ends with `?requireTLS=false`. Without it, no email is sent.',
      chartValue: 'secrets.existingSecret',
    }),
  EMAIL_FROM: z.email('must be an email address').optional().meta({
    description: 'Email address that emails are sent from, required if `SMTP_URL` is set.',
    chartValue: 'email.from',
  }),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: sharedEnv.TWILIO_AUTH_TOKEN.optional(),
  TWILIO_MESSAGES_PER_SECOND: z.coerce.number().positive().max(10_000).optional().meta({
    description:
      'Highest number of messages to leads that are sent per second from the sender that clients share, such as its throughput at Twilio.',
    chartValue: 'twilio.messagesPerSecond',
    defaultText: 'No limit',
  }),
  TWILIO_AUTH_TOKEN_PREVIOUS: z.string().min(1).optional().meta({
    description: 'Old auth token during a rotation. Webhooks that are signed with either token are accepted.',
    chartValue: 'secrets.existingSecret',
  }),
});

const hasToken = variables.refine(
  ({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN }) => !TWILIO_ACCOUNT_SID || TWILIO_AUTH_TOKEN,
  {
    path: ['TWILIO_AUTH_TOKEN'],
    message: 'is required when TWILIO_ACCOUNT_SID is set',
  },
);

const hasSender = hasToken.refine(({ SMTP_URL, EMAIL_FROM }) => !SMTP_URL || EMAIL_FROM, {
  path: ['EMAIL_FROM'],
  message: 'is required when SMTP_URL is set',
});

interface DatabaseEnv {
  DATABASE_URL: string;
  PGSSLMODE?: string | undefined;
  PGSSLROOTCERT?: string | undefined;
}

/** Adds the TLS settings to DATABASE_URL, unless it contains them. */
export function withDatabaseTls<Env extends DatabaseEnv>(env: Env): Env {
  const { PGSSLMODE: mode, PGSSLROOTCERT: ca } = env;
  if (mode === undefined && ca === undefined) return env;
  const url = new URL(env.DATABASE_URL);
  if (mode !== undefined && !url.searchParams.has('sslmode')) {
    url.searchParams.set('sslmode', mode);
    // Without it, the driver takes all modes for `verify-full`.
    url.searchParams.set('uselibpqcompat', 'true');
  }
  if (ca !== undefined && !url.searchParams.has('sslrootcert')) url.searchParams.set('sslrootcert', ca);
  return { ...env, DATABASE_URL: url.href };
}

/** The environment variables of the server. */
export const serverEnvSchema = hasSender
  .superRefine(validateProductionEnv)
  .superRefine(validateTemporalEnv)
  .superRefine(validateS3Env)
  .refine(({ WORKER_TOKEN, LANDING_TOKEN }) => WORKER_TOKEN !== LANDING_TOKEN, {
    path: ['LANDING_TOKEN'],
    message: 'must differ from WORKER_TOKEN',
  })
  .refine((env) => [env.GCS_BUCKET, env.S3_BUCKET, env.DATA_DIR].some((place) => place !== undefined), {
    path: ['DATA_DIR'],
    message: 'is required when neither GCS_BUCKET nor S3_BUCKET is set',
  });

/** The environment variables of the migration job. */
export const migrationEnvSchema = z.object({
  CREDENTIALS_DIRECTORY: credentialsDirectory,
  DATABASE_URL: variables.shape.DATABASE_URL,
  ...databaseTlsEnv,
  ADMIN_USERNAME: z.string().min(1).optional().meta({
    description: 'Administrator that exists after startup, with the password `ADMIN_PASSWORD`.',
    chartValue: 'secrets.migrationSecret',
  }),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional().meta({
    description:
      'Password of the administrator `ADMIN_USERNAME`, 12 to 128 characters and not a common password. The first `npm start` prints a generated password once.',
    chartValue: 'secrets.migrationSecret',
  }),
});

export type ServerEnv = z.infer<typeof serverEnvSchema>;

/** Reads and validates the server's environment. */
export const readServerEnv = (): ServerEnv => withDatabaseTls(parseEnv(serverEnvSchema, process.env));
/** Reads and validates the migration job's environment: the database and, optionally, the first administrator. */
export const readMigrateEnv = () => withDatabaseTls(parseEnv(migrationEnvSchema, process.env));

/** Derives the settings that domain rules read from the environment. */
export function deriveSettings(env: ServerEnv): Settings {
  return {
    publicUrl: env.PUBLIC_URL,
    productName: env.PRODUCT_NAME,
    phoneCountry: env.DEFAULT_PHONE_COUNTRY,
    messageCountries: env.MESSAGE_COUNTRIES?.split(',') ?? defaultMessageCountries(env.DEFAULT_PHONE_COUNTRY),
    timeZone: env.DEFAULT_TIME_ZONE,
    requireClientLogin: env.REQUIRE_CLIENT_LOGIN,
    adminSecondFactorDays: env.ADMIN_SECOND_FACTOR_DAYS ?? null,
    rateLimits: env.RATE_LIMITS === 'on',
    numberLimits: NUMBER_LIMITS,
    messagesPerSecond: env.TWILIO_MESSAGES_PER_SECOND,
    evidenceYears: env.EVIDENCE_YEARS,
    playground: env.GRAPHQL_PLAYGROUND ?? (env.NODE_ENV === 'production' ? 'accounts' : 'on'),
    minFillSeconds: env.MIN_FILL_SECONDS,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    workerToken: env.WORKER_TOKEN,
    landingToken: env.LANDING_TOKEN,
    sessionSecret: env.SESSION_SECRET,
    previousSessionSecret: env.SESSION_SECRET_PREVIOUS ?? null,
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    databaseRestoredAt: env.DATABASE_RESTORED_AT ?? null,
    sendsEmail: env.SMTP_URL !== undefined,
    smsProvider: env.TWILIO_ACCOUNT_SID ? 'twilio' : 'log',
    twilioAuthTokens: [env.TWILIO_AUTH_TOKEN, env.TWILIO_AUTH_TOKEN_PREVIOUS].filter((token) => token !== undefined),
  };
}

/** Default for MESSAGE_COUNTRIES. The United States and Canada share a numbering plan and prices. */
function defaultMessageCountries(country: string): string[] {
  return ['US', 'CA'].includes(country) ? ['US', 'CA'] : [country];
}
