import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
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
  replaced,
  type TicketTerms,
  type UploadedObject,
  type UploadTicket,
} from './object-store';

export interface GcsStoreOptions {
  bucket: string;
  /** An emulator’s address; Google’s own where left out. */
  apiEndpoint?: string;
}

const CALL_TIMEOUT_MS = 10_000;
const heldTo = { 'x-goog-content-length-range': `0,${MAX_UPLOAD_BYTES}`, 'x-goog-if-generation-match': '0' };

/** Objects in a private bucket of Google Cloud Storage; only upload addresses leave this process. */
export class GcsStore implements ObjectStore {
  readonly uploadPrefix: string;
  private readonly bucket: Bucket;

  constructor({ bucket, apiEndpoint }: GcsStoreOptions) {
    const storage = new Storage({
      apiEndpoint,
      timeout: CALL_TIMEOUT_MS,
      retryOptions: { maxRetries: 2, totalTimeout: CALL_TIMEOUT_MS / 1000 },
    });
    this.bucket = storage.bucket(bucket);
    this.uploadPrefix = `${storage.apiEndpoint}/${bucket}/pending/`;
  }

  async createUpload(id: string, { expiresAt, sendsHeaders }: TicketTerms): Promise<UploadTicket> {
    const headers = sendsHeaders ? heldTo : {};
    const signing = this.pending(id).getSignedUrl({
      version: 'v4',
      action: 'write',
      expires: expiresAt,
      extensionHeaders: headers,
    });
    const [uploadURL] = await reachable(signing);
    return { uploadURL, headers };
  }

  async findUploaded(id: string): Promise<UploadedObject | null> {
    for (const file of [this.pending(id), this.published(id)]) {
      const [metadata] = (await reachable(orNull(file.getMetadata()))) ?? [];
      if (!metadata) continue;
      // From here on this generation alone: a signed address may be used again behind our back.
      const seen = this.bucket.file(file.name, { generation: metadata.generation });
      const size = Number(metadata.size);
      return {
        size,
        head: (length) => (size === 0 ? Promise.resolve(Buffer.alloc(0)) : headOf(seen, length)),
        publish: () => this.publish(seen, id),
      };
    }
    return null;
  }

  async put(id: string, body: Buffer): Promise<void> {
    await reachable(this.published(id).save(body, { resumable: false }));
  }

  read(id: string, range?: ByteRange): Promise<Readable | null> {
    return openRead(this.published(id), range);
  }

  async clearPending(id: string): Promise<void> {
    await reachable(this.pending(id).delete({ ignoreNotFound: true }));
  }

  async delete(id: string): Promise<void> {
    await Promise.all([this.clearPending(id), reachable(this.published(id).delete({ ignoreNotFound: true }))]);
  }

  private async publish(seen: File, id: string): Promise<void> {
    const target = this.published(id);
    if (seen.name !== target.name && !(await reachable(orNull(seen.copy(target))))) throw replaced();
    await this.clearPending(id);
  }

  private pending(id: string): File {
    return this.bucket.file(`pending/${id}`);
  }

  private published(id: string): File {
    return this.bucket.file(`public/${id}`);
  }
}

async function headOf(file: File, length: number): Promise<Buffer> {
  const body = await openRead(file, { start: 0, end: length - 1 });
  if (!body) throw replaced();
  return buffer(body);
}

/** Resolves once the bucket has answered, so that a refusal can still become a status. */
async function openRead(file: File, range: ByteRange | undefined): Promise<Readable | null> {
  const source = file.createReadStream({ ...range, validation: false, decompress: false });
  // The library asks only once it is read from.
  const body = pipeline(source, new PassThrough(), () => undefined);
  const [{ statusCode = 500 }] = (await reachable(once(source, 'response'))) as [IncomingMessage];
  if (statusCode < 300) return body;
  body.destroy();
  if (statusCode === 404) return null;
  throw away(statusCode);
}

function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return call.catch((error: { code?: unknown }) => {
    if (error.code === 404) return null;
    throw error;
  });
}

function reachable<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch((error: { code?: unknown }) => {
    throw away(error.code);
  });
}

// The library's messages quote signed addresses: only the code is logged.
function away(code: unknown) {
  log.error({ code }, 'the bucket did not answer as it should');
  return fail('UNAVAILABLE', 'Files are not reachable right now. Please try again.', { retryAfter: 2 });
}
