import { s3Location } from '@dripline/runtime/env/s3-env';
import type { ContentSecurityPolicy } from '@dripline/runtime/http/security-headers';
import type { Env } from './env';

type BucketEnv = Pick<
  Env,
  'GCS_API_ENDPOINT' | 'S3_BUCKET' | 'AWS_REGION' | 'AWS_ENDPOINT_URL_S3' | 'S3_PUBLIC_ENDPOINT' | 'S3_FORCE_PATH_STYLE'
>;

/** Returns the origin of the bucket, which browsers upload to and read from directly. */
export function bucketOrigin(env: BucketEnv): string {
  const url = env.S3_BUCKET ? s3Location(env).url : (env.GCS_API_ENDPOINT ?? 'https://storage.googleapis.com');
  return new URL(url).origin;
}

/**
 * Returns the directives for images and videos. A campaign's media may be on any site with https. On a site with https,
 * browsers load the http URLs of old campaigns over https.
 */
export function mediaSources(env: BucketEnv & Pick<Env, 'PUBLIC_URL'>): ContentSecurityPolicy {
  // Uploaded files redirect to the bucket, which is on http only in an emulator or inside a private network.
  const bucket = bucketOrigin(env);
  const httpBucket = bucket.startsWith('http:') ? ` ${bucket}` : '';
  return {
    // QR codes and empty favicons are `data:` URLs.
    'img-src': `'self' data: https:${httpBucket}`,
    'media-src': `'self' https:${httpBucket}`,
    ...(env.PUBLIC_URL.startsWith('https:') && { 'upgrade-insecure-requests': '' }),
  };
}
