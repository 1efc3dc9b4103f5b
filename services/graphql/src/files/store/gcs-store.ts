import { type Bucket, type File, Storage } from '@google-cloud/storage';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import {
  type ByteRange,
  CACHE_CONTROL,
  type ObjectStore,
  type ReadUrl,
  type ServedAs,
  uploadReplaced,
  type UploadTerms,
  type UploadedObject,
  type SignedUpload,
} from './object-store';
import { ReadUrls, type SignedRead } from './read-urls';
import { CALL_TIMEOUT_MS, unavailable } from './unavailable';

export interface GcsStoreOptions {
  bucket: string;
  /** The URL of an emulator. Defaults to Google's endpoint. */
  apiEndpoint?: string;
}

const uploadConditions = (maxBytes: number) => ({
  'x-goog-content-length-range': `0,${maxBytes}`,
  'x-goog-if-generation-match': '0',
});

/** Stores objects in a private Google Cloud Storage bucket. Clients only ever see signed URLs. */
export class GcsStore implements ObjectStore {
  readonly uploadPrefix: string;
  private readonly bucket: Bucket;
  private readonly readUrls = new ReadUrls((...read) => this.signRead(...read));

  constructor({ bucket, apiEndpoint }: GcsStoreOptions) {
    const storage = new Storage({
      apiEndpoint,
      timeout: CALL_TIMEOUT_MS,
      retryOptions: { maxRetries: 2, totalTimeout: CALL_TIMEOUT_MS / 1000 },
    });
    this.bucket = storage.bucket(bucket);
    this.uploadPrefix = `${storage.apiEndpoint}/${bucket}/pending/`;
  }

  async createUpload(id: string, { expiresAt, size, mimeType, sendsHeaders }: UploadTerms): Promise<SignedUpload> {
    const headers = sendsHeaders ? uploadConditions(size ?? MAX_UPLOAD_BYTES) : {};
    const signing = this.pending(id).getSignedUrl({
      version: 'v4',
      action: 'write',
      expires: expiresAt,
      contentType: mimeType ?? undefined,
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

  createReadUrl(id: string, servedAs: ServedAs): Promise<ReadUrl> {
    return this.readUrls.get(id, servedAs);
  }

  private async signRead(
    id: string,
    { contentType, contentDisposition }: ServedAs,
    from: Date,
    until: Date,
  ): Promise<SignedRead> {
    const signing = this.published(id).getSignedUrl({
      version: 'v4',
      action: 'read',
      accessibleAt: from,
      expires: until,
      responseType: contentType,
      responseDisposition: contentDisposition,
    });
    const [url] = await throwUnavailable(signing);
    return { url, expiresAt: until.getTime() };
  }

  read(id: string, range?: ByteRange): Promise<Readable | null> {
    return openRead(this.published(id), range);
  }

  async *list(prefix: string): AsyncIterable<string> {
    let pageToken: string | undefined;
    do {
      const query = { prefix: this.published(prefix).name, autoPaginate: false, pageToken };
      const [files, next] = await throwUnavailable(this.bucket.getFiles(query));
      for (const { name } of files) yield path.posix.basename(name);
      pageToken = (next as { pageToken?: string } | null)?.pageToken;
    } while (pageToken);
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
