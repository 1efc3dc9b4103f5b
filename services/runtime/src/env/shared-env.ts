import { z } from 'zod';

const port = 'must be a port number';
const token = 'must have at least 16 characters';

/** Schema of an http:// or https:// URL. The result has no trailing slash. */
export const urlEnv = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .transform((url) => url.replace(/\/$/, ''));

/**
 * Environment variables that several services read. Each service takes the ones that it needs, and adds `.default()` or
 * `.optional()`.
 *
 * docs/operate/configuration.md is generated from the metadata of all schemas: `description`, `chartValue` (one or more
 * paths in the chart's values, or a text that starts with "Set by") and `defaultText` (Markdown for a default that the
 * schema does not contain).
 */
export const sharedEnv = {
  PORT: z.coerce.number(port).int(port).min(0, port).max(65535, port).meta({
    description: 'Port that the server listens on. `0` selects a free port, except in the launcher.',
    chartValue: 'Set by the chart',
  }),
  HOST: z
    .string()
    .min(1, 'must not be empty')
    .meta({ description: 'Address that the server listens on.', chartValue: 'listenAddress' }),
  PUBLIC_URL: urlEnv.meta({
    description:
      'Public origin of the app, the API, landing pages and provider webhooks. Required by workflows if `TWILIO_ACCOUNT_SID` is set. With `https:`, cookies are secure and HSTS is sent.',
    chartValue: 'publicUrl',
  }),
  GRAPHQL_URL: urlEnv.meta({ description: 'URL of the public GraphQL schema.', chartValue: 'Set by the chart' }),
  INTERNAL_GRAPHQL_URL: urlEnv.meta({
    description:
      'URL of the internal GraphQL schema, at `INTERNAL_PORT` of graphql. Without it, web and rest-facade do not cache landing pages.',
    chartValue: 'Set by the chart',
  }),
  WORKER_TOKEN: z.string(token).min(16, token).meta({
    description: 'Secret with which workflows calls its internal operations of graphql, at least 16 characters.',
    chartValue: 'secrets.existingSecret',
  }),
  LANDING_TOKEN: z.string(token).min(16, token).meta({
    description:
      'Secret with which web and rest-facade read landing pages from graphql and sign forms, at least 16 characters. It must differ from `WORKER_TOKEN`. Without it, they do not cache landing pages.',
    chartValue: 'secrets.existingSecret',
  }),
  PRODUCT_NAME: z
    .string()
    .min(1, 'must not be empty')
    .default('Dripline')
    .meta({ description: 'Name that the product shows.', chartValue: 'productName' }),
  DEFAULT_PHONE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .default('US')
    .meta({
      description: 'Two-letter country of phone numbers that are entered without a country code.',
      chartValue: 'settings.defaultPhoneCountry',
    }),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0).meta({
    description:
      'Number of proxies between visitors and Dripline, 0 to 10 (launcher: 0 to 9). A value that is too high lets callers forge their IP address.',
    chartValue: 'settings.trustProxyHops',
  }),
  GCS_API_ENDPOINT: urlEnv.optional().meta({
    description: 'URL of a storage emulator.',
    chartValue: 'objectStore.apiEndpoint',
    defaultText: 'Google Cloud Storage',
  }),
  TWILIO_AUTH_TOKEN: z.string().min(1).meta({
    description: 'Auth token of the Twilio account, required if `TWILIO_ACCOUNT_SID` is set.',
    chartValue: 'secrets.existingSecret',
  }),
};
