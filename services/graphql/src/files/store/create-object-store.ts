import path from 'node:path';
import type { ServerEnv } from '../../env';
import { LocalStore } from './local-store';
import type { ObjectStore } from './object-store';

/** The bucket that the environment names, or a folder in DATA_DIR. */
export async function createObjectStore(env: ServerEnv): Promise<ObjectStore> {
  if (!env.GCS_BUCKET)
    return new LocalStore({
      folder: path.join(env.DATA_DIR!, 'objects'),
      publicUrl: env.PUBLIC_URL.replace(/\/$/, ''),
      secret: env.SESSION_SECRET,
    });
  // Only now: the SDK is large, and one machine does without it.
  const { GcsStore } = await import('./gcs-store');
  return new GcsStore({ bucket: env.GCS_BUCKET, apiEndpoint: env.GCS_API_ENDPOINT });
}
