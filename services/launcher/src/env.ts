import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure } from './failure';
import { root } from './paths';

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
const oneOf = (...values: [string, ...string[]]) => z.enum(values, `must be ${values.join(' or ')}`);
const url = (protocols: string[], message: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message);
const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** What a check needs and a machine may lack: programs, files that others publish, and a registry with an audit. */
const machineNeeds = [
  'go',
  'python',
  'java',
  'buildah',
  'node-image',
  'kube-control-plane',
  'twilio-openapi',
  'npm-audit',
  'git-history',
] as const;
export type MachineNeed = (typeof machineNeeds)[number];

const programPath = (program: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Path of the program \`${program}\`.`, defaultText: 'Found in `PATH`, downloaded or built' });

/**
 * The environment variables of the launcher and of the other npm commands. Variables without a description are passed
 * on to services, which describe them.
 */
export const envSchema = z.object({
  PORT: wholeNumber(1, 65_535, 'must be a whole number from 1 to 65535').default(8080),
  HOST: z.string().optional().meta({ defaultText: '`127.0.0.1` if `PUBLIC_URL` is local, otherwise `0.0.0.0`' }),
  PUBLIC_URL: url(['http:', 'https:'], 'must be a URL such as https://leads.example.com')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .meta({ defaultText: '`http://localhost:PORT`' }),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(root, path)),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'must be a URL such as postgres://user:password@host:5432/name')
    .optional()
    .meta({ defaultText: 'embedded Postgres' }),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^(\[[^\]]+\]|[^\s:/]+):\d{1,5}$/, 'must be host:port')
    .optional()
    .meta({ defaultText: 'Temporal dev server' }),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_CLI_PATH: programPath('temporal'),
  TEMPORAL_TEST_SERVER_PATH: programPath('temporal-test-server'),
  FAKE_GCS_SERVER_PATH: programPath('fake-gcs-server'),
  VERSITYGW_PATH: programPath('versitygw'),
  ACTIONLINT_PATH: programPath('actionlint'),
  CHECKOV_PATH: programPath('checkov'),
  GITLEAKS_PATH: programPath('gitleaks'),
  HELM_DOCS_PATH: programPath('helm-docs'),
  HELM_PATH: programPath('helm'),
  K6_PATH: programPath('k6'),
  KUBE_SCORE_PATH: programPath('kube-score'),
  KUBE_STATE_METRICS_PATH: programPath('kube-state-metrics'),
  PG_BASEBACKUP_PATH: programPath('pg_basebackup'),
  PROMETHEUS_PATH: programPath('prometheus'),
  PROMTOOL_PATH: programPath('promtool'),
  SQUAWK_PATH: programPath('squawk'),
  NODE_IMAGE: z.string().optional().meta({
    description: 'Base image with Node.js for `npm run images`.',
    defaultText: 'Built by `node-base-image`',
  }),
  BUILD_TOOLS: z.string().optional().meta({
    description:
      'Folder of the programs `kube-control-plane`, `node-base-image` and `temporal-cluster`, for `npm run cluster`, `npm run images` and `npm run scale`.',
  }),
  TWILIO_OPENAPI: z.string().optional().meta({
    description: 'File with Twilio’s OpenAPI description, against which `npm test` tests the emulator.',
  }),
  CI_STRICT: z.literal('1', 'must be 1 or empty').optional().meta({
    description: 'With `1`, `npm run check` and the tests fail instead of skipping a check for a missing tool.',
  }),
  CI_MAY_SKIP: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(z.enum(machineNeeds, `must be a list such as go,java of: ${machineNeeds.join(', ')}`)))
    .meta({
      description: `What may be missing although \`CI_STRICT\` is set: a list of ${machineNeeds.map((need) => `\`${need}\``).join(', ')}.`,
    }),
  CI_SKIPPED_FILE: z
    .string()
    .optional()
    .meta({ description: 'File in which the npm commands of one run of `.ci/run` record what they skip.' }),
  ADMIN_USERNAME: z.string().optional().meta({ defaultText: '`admin`' }),
  ADMIN_PASSWORD: z.string().optional().meta({ defaultText: 'generated at the first start' }),
  WORKER_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .meta({ defaultText: 'generated at the first start' }),
  LANDING_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .meta({ defaultText: 'generated at the first start' }),
  SESSION_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .meta({ defaultText: 'generated at the first start' }),
  NUMBER_HASH_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .meta({ defaultText: 'generated at the first start' }),
  RATE_LIMITS: oneOf('on', 'off').optional(),
  REQUIRE_CLIENT_LOGIN: oneOf('true', 'false').optional(),
  ADMIN_SECOND_FACTOR_DAYS: wholeNumber(0, 365, 'must be a whole number from 0 to 365').optional(),
  GRAPHQL_PLAYGROUND: oneOf('on', 'accounts', 'off').optional(),
  WEBHOOK_ALLOW_PRIVATE: oneOf('true', 'false').optional(),
  TRUST_PROXY_HOPS: wholeNumber(0, 9, 'must be a whole number from 0 to 9').default(0),
  DEFAULT_PHONE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country such as US')
    .optional(),
  MESSAGE_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be countries such as US,CA')
    .optional(),
  DEFAULT_TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as America/New_York').optional(),
  PRODUCT_NAME: z.string().default('Dripline'),
  PATH: z.string().default('').meta({ description: 'Folders in which the npm commands search for programs.' }),
  XDG_CACHE_HOME: z.string().optional().meta({
    description: 'Parent of the folder `dripline` in which downloaded programs are cached.',
    defaultText: '`~/.cache`',
  }),
});

/** The validated settings of the launcher, and the unmodified variables for the programs that it starts. */
export type Env = Omit<z.infer<typeof envSchema>, 'PUBLIC_URL' | 'HOST'> & {
  PUBLIC_URL: string;
  HOST: string;
  cacheDir: string;
  variables: Record<string, string | undefined>;
};

/** Whether npm started this process. */
export const isRunByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;

/**
 * Reads the settings. Throws a Failure that names the first malformed variable, without
 * its value because it may be a secret.
 */
export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = envSchema.safeParse(nonEmpty);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Failure(`${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const PUBLIC_URL = result.data.PUBLIC_URL ?? `http://localhost:${result.data.PORT}`;
  return {
    ...result.data,
    PUBLIC_URL,
    HOST: result.data.HOST ?? defaultHost(PUBLIC_URL),
    cacheDir: join(result.data.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dripline'),
    variables,
  };
}

/** Listens on the loopback interface only, unless PUBLIC_URL names another host. */
function defaultHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? '127.0.0.1' : '0.0.0.0';
}
