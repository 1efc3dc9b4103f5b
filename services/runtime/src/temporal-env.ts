import { z } from 'zod';

const pem = z
  .string()
  .regex(/^-----BEGIN [A-Z ]+-----/, 'must be PEM, from -----BEGIN')
  .optional();

/** Where Temporal is, and how it is reached: names and meaning as Temporal's own programs have them (docs.temporal.io/references/client-environment-configuration). */
export const temporalEnv = {
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_TLS: z.enum(['true', 'false']).default('false'),
  /** Whose certificates are trusted; those that this machine trusts where left out. */
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: pem,
  /** The name in Temporal's certificate, where it is not that of the address. */
  TEMPORAL_TLS_SERVER_NAME: z.string().min(1).optional(),
  TEMPORAL_TLS_CLIENT_CERT_DATA: pem,
  TEMPORAL_TLS_CLIENT_KEY_DATA: pem,
  /** Takes the place of a client's certificate at Temporal Cloud. */
  TEMPORAL_API_KEY: z.string().min(1).optional(),
};

type TemporalEnv = z.output<z.ZodObject<typeof temporalEnv>>;

/** What is wrong with a client's certificate without its key, or the other way round; for zod's `superRefine`. */
export function checkTemporalEnv(env: TemporalEnv, context: z.RefinementCtx): void {
  const pair = ['TEMPORAL_TLS_CLIENT_CERT_DATA', 'TEMPORAL_TLS_CLIENT_KEY_DATA'] as const;
  const missing = pair.filter((name) => env[name] === undefined);
  if (missing.length !== 1) return;
  context.addIssue({
    code: 'custom',
    path: [missing[0]!],
    message: `is needed where ${pair.find((name) => name !== missing[0])} is set`,
  });
}

/** How to reach Temporal, as its SDK's client and worker both take it. */
export interface TemporalAt {
  address: string;
  tls?: {
    serverNameOverride?: string;
    serverRootCACertificate?: Buffer;
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
  apiKey?: string;
}

/** The same from the environment: TLS where it is asked for, or where something is set that needs it. */
export function temporalAt(env: TemporalEnv): TemporalAt {
  const {
    TEMPORAL_TLS_SERVER_CA_CERT_DATA: ca,
    TEMPORAL_TLS_SERVER_NAME: name,
    TEMPORAL_TLS_CLIENT_CERT_DATA: crt,
    TEMPORAL_TLS_CLIENT_KEY_DATA: key,
    TEMPORAL_API_KEY: apiKey,
  } = env;
  const isSafe = env.TEMPORAL_TLS === 'true' || [ca, name, crt, apiKey].some((each) => each !== undefined);
  const tls = {
    ...(name && { serverNameOverride: name }),
    ...(ca && { serverRootCACertificate: Buffer.from(ca) }),
    ...(crt && key && { clientCertPair: { crt: Buffer.from(crt), key: Buffer.from(key) } }),
  };
  return { address: env.TEMPORAL_ADDRESS, ...(isSafe && { tls }), ...(apiKey && { apiKey }) };
}
