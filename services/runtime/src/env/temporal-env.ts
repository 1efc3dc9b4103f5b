import { z } from 'zod';

const pem = z
  .string()
  .regex(/^-----BEGIN [A-Z ]+-----/, 'must be PEM, starting with -----BEGIN')
  .optional();

/**
 * How to connect to Temporal. Names and meanings follow docs.temporal.io/references/client-environment-configuration.
 */
export const temporalEnv = {
  TEMPORAL_ADDRESS: z
    .string()
    .min(1)
    .meta({ description: '`host:port` of the Temporal frontend.', chartValue: 'temporal.address' }),
  TEMPORAL_NAMESPACE: z
    .string()
    .default('default')
    .meta({ description: 'Temporal namespace, which must exist.', chartValue: 'temporal.namespace' }),
  TEMPORAL_TLS: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'Whether to connect to Temporal with TLS.', chartValue: 'temporal.tls' }),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: pem.meta({
    description: 'CA certificates to trust, in PEM format. Enables TLS.',
    chartValue: 'secrets.existingSecret',
    defaultText: `The system's CAs`,
  }),
  TEMPORAL_TLS_SERVER_NAME: z.string().min(1).optional().meta({
    description: 'Server name in the certificate of Temporal. Enables TLS.',
    chartValue: 'temporal.tlsServerName',
    defaultText: 'Host of `TEMPORAL_ADDRESS`',
  }),
  TEMPORAL_TLS_CLIENT_CERT_DATA: pem.meta({
    description: 'Client certificate, in PEM format. Enables TLS and requires `TEMPORAL_TLS_CLIENT_KEY_DATA`.',
    chartValue: 'secrets.existingSecret',
  }),
  TEMPORAL_TLS_CLIENT_KEY_DATA: pem.meta({
    description: 'Private key of the client certificate, in PEM format.',
    chartValue: 'secrets.existingSecret',
  }),
  TEMPORAL_API_KEY: z.string().min(1).optional().meta({
    description: 'API key for Temporal Cloud, as an alternative to a client certificate. Enables TLS.',
    chartValue: 'secrets.existingSecret',
  }),
};

type TemporalEnv = z.output<z.ZodObject<typeof temporalEnv>>;

/** Reports a client certificate without its key, or a key without its certificate. For zod's `superRefine`. */
export function validateTemporalEnv(env: TemporalEnv, context: z.RefinementCtx): void {
  const pair = ['TEMPORAL_TLS_CLIENT_CERT_DATA', 'TEMPORAL_TLS_CLIENT_KEY_DATA'] as const;
  const missing = pair.filter((name) => env[name] === undefined);
  if (missing.length !== 1) return;
  context.addIssue({
    code: 'custom',
    path: [missing[0]!],
    message: `is required when ${pair.find((name) => name !== missing[0])} is set`,
  });
}

/** Connection options in the form that Temporal's client and worker SDKs accept. */
export interface TemporalConnection {
  address: string;
  tls?: {
    serverNameOverride?: string;
    serverRootCACertificate?: Buffer;
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
  apiKey?: string;
}

/** Derives the connection options from the environment. TLS is enabled when requested or when a setting requires it. */
export function temporalConnection(env: TemporalEnv): TemporalConnection {
  const {
    TEMPORAL_TLS_SERVER_CA_CERT_DATA: ca,
    TEMPORAL_TLS_SERVER_NAME: name,
    TEMPORAL_TLS_CLIENT_CERT_DATA: crt,
    TEMPORAL_TLS_CLIENT_KEY_DATA: key,
    TEMPORAL_API_KEY: apiKey,
  } = env;
  const usesTls = env.TEMPORAL_TLS === 'true' || [ca, name, crt, apiKey].some((value) => value !== undefined);
  const tls = {
    ...(name && { serverNameOverride: name }),
    ...(ca && { serverRootCACertificate: Buffer.from(ca) }),
    ...(crt && key && { clientCertPair: { crt: Buffer.from(crt), key: Buffer.from(key) } }),
  };
  return { address: env.TEMPORAL_ADDRESS, ...(usesTls && { tls }), ...(apiKey && { apiKey }) };
}
