import type { S3Env } from '@dripline/runtime/env/s3-env';
import path from 'node:path';
import type { ServerEnv } from '../../env';
import { LocalStore } from './local-store';
import type { ObjectStore } from './object-store';

/** The part of the environment that selects the object store. */
type StoreEnv = S3Env &
  Pick<ServerEnv, 'PUBLIC_URL' | 'SESSION_SECRET'> &
  Partial<Pick<ServerEnv, 'GCS_BUCKET' | 'GCS_API_ENDPOINT' | 'DATA_DIR'>>;

/** Creates the object store: the bucket GCS_BUCKET or S3_BUCKET, or a folder in DATA_DIR. */
export async function createObjectStore(env: StoreEnv): Promise<ObjectStore> {
  // Imported on demand, because the SDKs are large and a single machine does not need them.
  if (env.GCS_BUCKET) {
    const { GcsStore } = await import('./gcs-store');
    return new GcsStore({ bucket: env.GCS_BUCKET, apiEndpoint: env.GCS_API_ENDPOINT });
  }
  if (env.S3_BUCKET) {
    const { S3Store } = await import('./s3-store');
    return new S3Store(env.S3_BUCKET, env);
  }
  return new LocalStore({
    folder: path.join(env.DATA_DIR!, 'objects'),
    publicUrl: env.PUBLIC_URL,
    secret: env.SESSION_SECRET,
  });
}
