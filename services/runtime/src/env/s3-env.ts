import { z } from 'zod';
import { urlEnv } from './shared-env';

/** Environment variables that locate a bucket in an S3-compatible store. */
export const s3Env = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be a bucket name of lowercase letters, digits and hyphens')
    .optional()
    .meta({
      description:
        'Private bucket for files in Amazon S3 or a compatible store, instead of `GCS_BUCKET`. Requires `AWS_REGION`.',
      chartValue: 'objectStore.s3.bucket',
    }),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
    .optional()
    .meta({
      description: 'Region of `S3_BUCKET`, such as `eu-central-1`. Other stores name it in their documentation.',
      chartValue: 'objectStore.s3.region',
    }),
  AWS_ENDPOINT_URL_S3: urlEnv.optional().meta({
    description:
      'URL of an S3-compatible store. graphql must reach it, and browsers too unless `S3_PUBLIC_ENDPOINT` is set.',
    chartValue: 'objectStore.s3.endpoint',
    defaultText: 'Amazon S3 in `AWS_REGION`',
  }),
  S3_PUBLIC_ENDPOINT: urlEnv.optional().meta({
    description:
      'URL of the store for browsers, if it differs from the one for graphql. The store must receive the host of this URL, because signatures contain it.',
    chartValue: 'objectStore.s3.publicEndpoint',
    defaultText: '`AWS_ENDPOINT_URL_S3`',
  }),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === 'true'))
    .meta({
      description: 'Whether the URLs of the store have the bucket in their path instead of their domain.',
      chartValue: 'objectStore.s3.forcePathStyle',
      defaultText: '`true` if `AWS_ENDPOINT_URL_S3` is set',
    }),
};

/** Environment variables with the credentials of an S3-compatible store. */
export const s3Credentials = {
  AWS_ACCESS_KEY_ID: z.string().optional().meta({
    description: 'Access key for `S3_BUCKET`.',
    chartValue: 'objectStore.s3.credentialsSecret',
    defaultText: "The AWS SDK's default lookup, such as the role of the service account",
  }),
  AWS_SECRET_ACCESS_KEY: z.string().optional().meta({
    description: 'Secret of `AWS_ACCESS_KEY_ID`.',
    chartValue: 'objectStore.s3.credentialsSecret',
  }),
  AWS_SESSION_TOKEN: z.string().optional().meta({ description: 'Session token of a temporary `AWS_ACCESS_KEY_ID`.' }),
};

/** The part of the environment that concerns an S3-compatible store. */
export type S3Env = Partial<z.output<z.ZodObject<typeof s3Env & typeof s3Credentials>>>;

/** Reports a bucket without its region, half a key pair, and a second bucket. For zod's `superRefine`. */
export function validateS3Env(env: S3Env & { GCS_BUCKET?: string | undefined }, context: z.RefinementCtx): void {
  if (env.S3_BUCKET === undefined) return;
  const report = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (env.GCS_BUCKET !== undefined)
    report('S3_BUCKET', 'cannot be set together with GCS_BUCKET. Remove the one that you do not use.');
  if (env.AWS_REGION === undefined) report('AWS_REGION', 'is required when S3_BUCKET is set');
  const pair = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  const missing = pair.filter((name) => env[name] === undefined);
  if (missing.length === 1) report(missing[0]!, `is required when ${pair.find((name) => name !== missing[0])} is set`);
}

/** The location of a bucket in an S3-compatible store. */
export interface S3Location {
  /** The URL of the store for graphql. */
  endpoint: string;
  /** The URL of the store for browsers. */
  publicEndpoint: string;
  /** Whether URLs have the bucket in their path instead of their domain. */
  forcePathStyle: boolean;
  /** The URL of the bucket for browsers, without a trailing slash. */
  url: string;
}

/** Returns the location of the bucket S3_BUCKET. */
export function s3Location(env: S3Env): S3Location {
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${env.AWS_REGION}.amazonaws.com`;
  const publicEndpoint = env.S3_PUBLIC_ENDPOINT ?? endpoint;
  const forcePathStyle = env.S3_FORCE_PATH_STYLE ?? env.AWS_ENDPOINT_URL_S3 !== undefined;
  const url = forcePathStyle
    ? `${publicEndpoint}/${env.S3_BUCKET}`
    : publicEndpoint.replace('://', `://${env.S3_BUCKET}.`);
  return { endpoint, publicEndpoint, forcePathStyle, url };
}
