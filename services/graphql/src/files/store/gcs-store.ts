import { type Bucket, type File, Storage } from '@google-cloud/storage';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fail } from '../../api/errors';
import { log } from '../../telemetry/log';
import {
  type ByteRange,
  type ObjectStore,
  type ReadUrl,
  type ServedAs,
  uploadReplaced,
  type UploadTerms,
  type UploadedObject,
  type SignedUpload,
} from './object-store';

export interface GcsStoreOptions {
  bucket: string;
  /** The URL of an emulator. Defaults to Google's endpoint. */
  apiEndpoint?: string;
}

const CALL_TIMEOUT_MS = 10_000;
/**
 * How long a read URL stays the same, so that browsers find its object in their cache. It is valid for twice as long.
 */
const READ_WINDOW_MS = 30 * 60_000;
/** Read URLs are valid from before their window, because Google's clock may differ. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** Maximum number of cached read URLs, which take about 2 kB each. */
const MAX_READ_URLS = 2_000;
/** Published objects never change. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

const uploadConditions = (maxBytes: number) => ({
  'x-goog-content-length-range': `0,${maxBytes}`,
  'x-goog-if-generation-match': '0',
});

/** Stores objects in a private Google Cloud Storage bucket. Clients only ever see signed URLs. */
export class GcsStore implements ObjectStore {
  readonly uploadPrefix: string;
  private readonly bucket: Bucket;
  /** The read URLs of the current window. Without a key file, signing one takes a request to Google. */
  private readUrls = new Map<string, Promise<string>>();
  private readWindow = 0;

  constructor({ bucket, apiEndpoint }: GcsStoreOptions) {
    const storage = new Storage({
      apiEndpoint,
      timeout: CALL_TIMEOUT_MS,
      retryOptions: { maxRetries: 2, totalTimeout: CALL_TIMEOUT_MS / 1000 },
    });
    this.bucket = storage.bucket(bucket);
    this.uploadPrefix = `${storage.apiEndpoint}/${bucket}/pending/`;
  }

  async createUpload(id: string, { expiresAt, maxBytes, sendsHeaders }: UploadTerms): Promise<SignedUpload> {
    const headers = sendsHeaders ? uploadConditions(maxBytes) : {};
    const signing = this.pending(id).getSignedUrl({
      version: 'v4',
      action: 'write',
      expires: expiresAt,
      extensionHeaders: headers,
    });
    const [uploadURL] = await throwUnavailable(signing);
    return { uploadURL, headers };
  }

  async findUploaded(id: string): Promise<UploadedObject | null> {
    // Published first, because publishing leaves an empty pending object.
    for (const file of [this.published(id), this.pending(id)]) {
      const [metadata] = (await throwUnavailable(nullIfNotFound(file.getMetadata()))) ?? [];
      if (!metadata) continue;
      // Pins the generation, because the signed URL may be used again meanwhile.
      const pinnedFile = this.bucket.file(file.name, { generation: metadata.generation });
      const size = Number(metadata.size);
      return {
        size,
        head: (length) => (size === 0 ? Promise.resolve(Buffer.alloc(0)) : readHead(pinnedFile, length)),
        publish: () => this.publish(pinnedFile, id),
      };
    }
    return null;
  }

  async put(id: string, body: Buffer): Promise<void> {
    await throwUnavailable(
      this.published(id).save(body, { resumable: false, metadata: { cacheControl: CACHE_CONTROL } }),
    );
  }

  async createReadUrl(id: string, servedAs: ServedAs): Promise<ReadUrl> {
    const now = Date.now();
    const window = now - (now % READ_WINDOW_MS);
    if (window !== this.readWindow || this.readUrls.size >= MAX_READ_URLS) this.readUrls.clear();
    this.readWindow = window;
    const key = JSON.stringify([id, servedAs]);
    const signing = this.readUrls.get(key) ?? this.signRead(id, servedAs, window);
    this.readUrls.set(key, signing);
    signing.catch(() => this.readUrls.delete(key));
    return { url: await signing, maxAgeSeconds: Math.floor((window + READ_WINDOW_MS - now) / 1_000) };
  }

  private async signRead(id: string, { contentType, contentDisposition }: ServedAs, window: number): Promise<string> {
    const signing = this.published(id).getSignedUrl({
      version: 'v4',
      action: 'read',
      accessibleAt: new Date(window - CLOCK_SKEW_MS),
      expires: new Date(window + 2 * READ_WINDOW_MS),
      responseType: contentType,
      responseDisposition: contentDisposition,
    });
    const [url] = await throwUnavailable(signing);
    return url;
  }

  read(id: string, range?: ByteRange): Promise<Readable | null> {
    return openRead(this.published(id), range);
  }

  async clearPending(id: string): Promise<void> {
    await throwUnavailable(this.pending(id).delete({ ignoreNotFound: true }));
  }

  async delete(id: string, { isUrlValid } = { isUrlValid: false }): Promise<void> {
    await Promise.all([
      isUrlValid ? this.emptyPending(id) : this.clearPending(id),
      throwUnavailable(this.published(id).delete({ ignoreNotFound: true })),
    ]);
  }

  /** Replaces a pending upload by an empty object, because its URL accepts an upload only while no object exists. */
  private async emptyPending(id: string): Promise<void> {
    await throwUnavailable(this.pending(id).save('', { resumable: false, validation: false }));
  }

  private async publish(source: File, id: string): Promise<void> {
    const target = this.published(id);
    if (
      source.name !== target.name &&
      !(await throwUnavailable(nullIfNotFound(source.copy(target, { cacheControl: CACHE_CONTROL }))))
    )
      throw uploadReplaced();
    await this.emptyPending(id);
  }

  private pending(id: string): File {
    return this.bucket.file(`pending/${id}`);
  }

  private published(id: string): File {
    return this.bucket.file(`public/${id}`);
  }
}

async function readHead(file: File, length: number): Promise<Buffer> {
  const body = await openRead(file, { start: 0, end: length - 1 });
  if (!body) throw uploadReplaced();
  return buffer(body);
}

/** Opens a stream once the bucket has responded, so that an error can still change the HTTP status. */
async function openRead(file: File, range: ByteRange | undefined): Promise<Readable | null> {
  const source = file.createReadStream({ ...range, validation: false, decompress: false });
  // The library sends the request only when the stream is read.
  const body = pipeline(source, new PassThrough(), () => undefined);
  const [{ statusCode = 500 }] = (await throwUnavailable(once(source, 'response'))) as [IncomingMessage];
  if (statusCode < 300) return body;
  body.destroy();
  if (statusCode === 404) return null;
  throw unavailable(statusCode);
}

function nullIfNotFound<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return call.catch((error: { code?: unknown }) => {
    if (error.code === 404) return null;
    throw error;
  });
}

function throwUnavailable<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch((error: { code?: unknown }) => {
    throw unavailable(error.code);
  });
}

// Logs only the code, because the library's messages contain signed URLs.
function unavailable(code: unknown) {
  log.error({ code }, 'object storage request failed');
  return fail('UNAVAILABLE', 'File storage is unavailable right now. Please try again.', { retryAfter: 2 });
}
