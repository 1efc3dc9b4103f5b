import path from 'node:path';
import type { ServerEnv } from '../../env';
import { LocalStore } from './local-store';
import type { ObjectStore } from './object-store';

/** Creates the object store: the bucket GCS_BUCKET, or a folder in DATA_DIR. */
export async function createObjectStore(env: ServerEnv): Promise<ObjectStore> {
  if (!env.GCS_BUCKET)
    return new LocalStore({
      folder: path.join(env.DATA_DIR!, 'objects'),
      publicUrl: env.PUBLIC_URL,
      secret: env.SESSION_SECRET,
    });
  // Imported on demand, because the SDK is large and a single machine does not need it.
  const { GcsStore } = await import('./gcs-store');
  return new GcsStore({ bucket: env.GCS_BUCKET, apiEndpoint: env.GCS_API_ENDPOINT });
}
