import { createObjectStore } from '../files/store/create-object-store';
import type { ObjectStore } from '../files/store/object-store';
import { startGcsEmulator } from './gcs-emulator';
import { startS3Server } from './s3-server';
import type { TestBucket } from './test-bucket';

/** A kind of bucket that files can be stored in. */
export interface BucketKind {
  name: string;
  /** Undefined if the program that serves the bucket exists, else why not. */
  missing: string | undefined;
  start(): Promise<TestBucket>;
}

function kind(name: string, program: string, start: (binary: string) => Promise<TestBucket>): BucketKind {
  const binary = process.env[`${program}_PATH`];
  const missing = binary ? undefined : (process.env[`${program}_MISSING`] ?? '');
  return { name, missing, start: () => start(binary!) };
}

const allKinds = [
  kind('Google Cloud Storage', 'FAKE_GCS_SERVER', startGcsEmulator),
  kind('S3', 'VERSITYGW', startS3Server),
];

/** The kinds of buckets that can be tested here. */
export const bucketKinds = allKinds.filter(({ missing }) => missing === undefined);
/** The kinds of buckets that cannot be tested here. */
export const missingBucketKinds = allKinds.filter(({ missing }) => missing !== undefined);

/** Creates the store of a bucket as the server does. */
export function createBucketStore({ variables }: TestBucket): Promise<ObjectStore> {
  // Google's client library reads this variable.
  process.env['GOOGLE_APPLICATION_CREDENTIALS'] = variables['GOOGLE_APPLICATION_CREDENTIALS'];
  return createObjectStore({ PUBLIC_URL: 'http://localhost:8080', SESSION_SECRET: '', ...variables });
}
