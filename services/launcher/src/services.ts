/** Addresses, ports and secrets that connect the services to each other and to this machine. */
export interface Wiring {
  publicUrl: string;
  publicHost: string;
  ports: Record<Exclude<ServiceName, 'workflows'>, number>;
  /** Port of the internal GraphQL schema. */
  internalPort: number;
  /** Ports for health checks and metrics. */
  opsPorts: Record<ServiceName, number>;
  databaseUrl: string;
  temporalAddress: string;
  temporalNamespace: string;
  dataDir: string;
  workerToken: string;
  landingToken: string;
  sessionSecret: string;
  numberHashKey: string;
  /** Number of the user's own proxies in front of the web server. */
  proxyHops: number;
}

export type ServiceName = 'graphql' | 'rest-facade' | 'workflows' | 'web';

export interface Service {
  name: ServiceName;
  /** The compiled file, relative to the repository root. */
  entry: string;
  graceMs: number;
  /** Variables that are passed on unchanged. A name that ends in `*` is a prefix. */
  passed: string[];
  /** Variables that the launcher sets. */
  set(wiring: Wiring): Record<string, string>;
}

const onLoopback = (port: number, path = '') => `http://127.0.0.1:${port}${path}`;
const graphqlUrl = ({ ports }: Wiring) => onLoopback(ports.graphql, '/graphql');
const internalGraphqlUrl = ({ internalPort }: Wiring) => onLoopback(internalPort, '/graphql');
// The web server is a proxy in front of these two and records the client's address. The facade passes it on unchanged.
const proxyHops = (wiring: Wiring) => ({ TRUST_PROXY_HOPS: String(wiring.proxyHops + 1) });
const temporal = ({ temporalAddress, temporalNamespace }: Wiring) => ({
  TEMPORAL_ADDRESS: temporalAddress,
  TEMPORAL_NAMESPACE: temporalNamespace,
});
/** Variables for a Temporal that requires TLS or an API key. */
const temporalSecurity = ['TEMPORAL_TLS', 'TEMPORAL_TLS_*', 'TEMPORAL_API_KEY'];

/** All services in start order. They stop in reverse order. */
export const services: Service[] = [
  {
    name: 'graphql',
    entry: 'services/graphql/dist/main.js',
    graceMs: 1_500,
    passed: [
      ...[
        'RATE_LIMITS',
        'MIN_FILL_SECONDS',
        'EVIDENCE_YEARS',
        'DEFAULT_PHONE_COUNTRY',
        'MESSAGE_COUNTRIES',
        'DEFAULT_TIME_ZONE',
        'PRODUCT_NAME',
        'REQUIRE_CLIENT_LOGIN',
        'ADMIN_SECOND_FACTOR_DAYS',
        'GRAPHQL_PLAYGROUND',
        'WEBHOOK_ALLOW_PRIVATE',
        'SESSION_SECRET_PREVIOUS',
        'RECONCILE_SECONDS',
        'DATABASE_RESTORED_AT',
      ],
      ...['GCS_*', 'GOOGLE_APPLICATION_CREDENTIALS', 'S3_*', 'AWS_*'],
      ...['TWILIO_*', 'SMTP_URL', 'EMAIL_FROM', ...temporalSecurity],
    ],
    set: (wiring) => ({
      ...temporal(wiring),
      ...proxyHops(wiring),
      INTERNAL_PORT: String(wiring.internalPort),
      DATABASE_URL: wiring.databaseUrl,
      PUBLIC_URL: wiring.publicUrl,
      WORKER_TOKEN: wiring.workerToken,
      LANDING_TOKEN: wiring.landingToken,
      SESSION_SECRET: wiring.sessionSecret,
      NUMBER_HASH_KEY: wiring.numberHashKey,
      DATA_DIR: wiring.dataDir,
    }),
  },
  {
    name: 'workflows',
    entry: 'services/workflows/dist/worker.js',
    graceMs: 3_000,
    passed: ['WEBHOOK_ALLOW_PRIVATE', 'TWILIO_*', ...temporalSecurity],
    set: (wiring) => ({
      ...temporal(wiring),
      INTERNAL_GRAPHQL_URL: internalGraphqlUrl(wiring),
      WORKER_TOKEN: wiring.workerToken,
      PUBLIC_URL: wiring.publicUrl,
    }),
  },
  {
    name: 'rest-facade',
    entry: 'services/rest-facade/dist/main.js',
    graceMs: 1_500,
    passed: [],
    set: (wiring) => ({
      ...proxyHops(wiring),
      GRAPHQL_URL: graphqlUrl(wiring),
      INTERNAL_GRAPHQL_URL: internalGraphqlUrl(wiring),
      LANDING_TOKEN: wiring.landingToken,
      PUBLIC_URL: wiring.publicUrl,
    }),
  },
  {
    name: 'web',
    entry: 'web/dist/server/main.js',
    graceMs: 1_500,
    passed: [
      ...['PRODUCT_NAME', 'DEFAULT_PHONE_COUNTRY', 'GCS_API_ENDPOINT'],
      ...['S3_*', 'AWS_REGION', 'AWS_ENDPOINT_URL_S3'],
    ],
    set: (wiring) => ({
      HOST: wiring.publicHost,
      GRAPHQL_URL: graphqlUrl(wiring),
      INTERNAL_GRAPHQL_URL: internalGraphqlUrl(wiring),
      LANDING_TOKEN: wiring.landingToken,
      FACADE_URL: onLoopback(wiring.ports['rest-facade']),
      PUBLIC_URL: wiring.publicUrl,
    }),
  },
];
