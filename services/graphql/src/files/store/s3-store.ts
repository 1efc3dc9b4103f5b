import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type S3Env, s3Location } from '@dripline/runtime/env/s3-env';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type ByteRange,
  CACHE_CONTROL,
  type ObjectStore,
  type ReadUrl,
  type ServedAs,
  type SignedUpload,
  type UploadedObject,
  uploadReplaced,
  type UploadTerms,
} from './object-store';
import { ReadUrls, type SignedRead } from './read-urls';
import { CALL_TIMEOUT_MS, unavailable } from './unavailable';

const CONNECT_TIMEOUT_MS = 3_000;
/** A signed URL expires with the credentials that signed it, so they must last this long. */
const MIN_CREDENTIALS_MS = 45 * 60_000;
/** How often credentials that expire soon are requested again. */
const REFRESH_INTERVAL_MS = 60_000;
// The SDK otherwise prints warnings to the console.
const silent = () => undefined;
const logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

/** Stores objects in a private bucket of an S3-compatible store. Clients only ever see signed URLs. */
export class S3Store implements ObjectStore {
  readonly uploadPrefix: string;
  private readonly client: S3Client;
  /** Signs URLs for browsers, which may reach the store at another endpoint. Sends no requests. */
  private readonly signer: S3Client;
  private readonly readUrls = new ReadUrls((...read) => this.signRead(...read));
  private refreshedAt = 0;

  constructor(
    private readonly bucket: string,
    env: S3Env,
  ) {
    const { endpoint, publicEndpoint, forcePathStyle, url } = s3Location(env);
    this.uploadPrefix = `${url}/pending/`;
    const config: S3ClientConfig = {
      region: env.AWS_REGION,
      endpoint,
      forcePathStyle,
      // Without the key pair, the SDK looks for a web identity, a pod identity or the metadata of the machine.
      ...(env.AWS_ACCESS_KEY_ID && {
        credentials: {
          accessKeyId: env.AWS_ACCESS_KEY_ID,
          secretAccessKey: env.AWS_SECRET_ACCESS_KEY!,
          sessionToken: env.AWS_SESSION_TOKEN,
        },
      }),
      // The checksum would be part of the signature, and browsers do not send it.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS },
      logger,
    };
    this.client = new S3Client(config);
    // With the credentials of the client, so that both renew them together.
    this.signer = new S3Client({ ...config, endpoint: publicEndpoint, credentials: this.client.config.credentials });
  }

  async createUpload(id: string, { expiresAt, size, mimeType, sendsHeaders }: UploadTerms): Promise<SignedUpload> {
    const command = new PutObjectCommand({
      ...this.pending(id),
      ContentLength: size ?? undefined,
      ContentType: mimeType ?? undefined,
      IfNoneMatch: sendsHeaders ? '*' : undefined,
    });
    // The presigner signs the other headers, but the Content-Type only if it is asked to.
    const signableHeaders = new Set(mimeType === null ? [] : ['content-type']);
    const { url } = await this.sign(command, new Date(), expiresAt, signableHeaders);
    return { uploadURL: url, headers: sendsHeaders ? { 'If-None-Match': '*' } : {} };
  }

  async findUploaded(id: string): Promise<UploadedObject | null> {
    // Published first, because publishing leaves an empty pending object.
    for (const object of [this.published(id), this.pending(id)]) {
      const found = await call((options) => this.client.send(new HeadObjectCommand(object), options));
      if (!found) continue;
      const { ContentLength: size = 0, ETag: etag = '' } = found;
      return {
        size,
        head: async (length) => {
          if (size === 0) return Buffer.alloc(0);
          // Pins the content, because the signed URL may be used again meanwhile.
          const body = await this.openRead({ ...object, IfMatch: etag }, { start: 0, end: length - 1 });
          if (!body) throw uploadReplaced();
          return buffer(body);
        },
        publish: () => this.publish(object.Key, etag, id),
      };
    }
    return null;
  }

  async put(id: string, body: Buffer): Promise<void> {
    await this.write({ ...this.published(id), Body: body, CacheControl: CACHE_CONTROL });
  }

  createReadUrl(id: string, servedAs: ServedAs): Promise<ReadUrl> {
    return this.readUrls.get(id, servedAs);
  }

  private signRead(
    id: string,
    { contentType, contentDisposition }: ServedAs,
    from: Date,
    until: Date,
  ): Promise<SignedRead> {
    const command = new GetObjectCommand({
      ...this.published(id),
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
    });
    return this.sign(command, from, until);
  }

  read(id: string, range?: ByteRange): Promise<Readable | null> {
    return this.openRead(this.published(id), range);
  }

  async *list(prefix: string): AsyncIterable<string> {
    const { Bucket, Key: Prefix } = this.published(prefix);
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page = await call((options) => this.client.send(command, options));
      for (const { Key = '' } of page?.Contents ?? []) yield path.posix.basename(Key);
      ContinuationToken = page?.NextContinuationToken;
    } while (ContinuationToken);
  }

  async clearPending(id: string): Promise<void> {
    await this.remove(this.pending(id));
  }

  async delete(id: string, { isUrlValid } = { isUrlValid: false }): Promise<void> {
    await Promise.all([isUrlValid ? this.emptyPending(id) : this.clearPending(id), this.remove(this.published(id))]);
  }

  /** Replaces a pending upload by an empty object, because its URL accepts an upload only while no object exists. */
  private emptyPending(id: string): Promise<void> {
    return this.write({ ...this.pending(id), Body: Buffer.alloc(0) });
  }

  private async publish(sourceKey: string, etag: string, id: string): Promise<void> {
    const target = this.published(id);
    if (sourceKey !== target.Key) {
      const copy = new CopyObjectCommand({
        ...target,
        CopySource: `${this.bucket}/${sourceKey}`,
        CopySourceIfMatch: etag,
        // Leaves out the uploader's headers, such as Content-Encoding.
        MetadataDirective: 'REPLACE',
        CacheControl: CACHE_CONTROL,
      });
      if (!(await call((options) => this.client.send(copy, options)))) throw uploadReplaced();
    }
    await this.emptyPending(id);
  }

  /** Signs a URL. It expires with the credentials, if they are temporary. */
  private async sign(
    command: PutObjectCommand | GetObjectCommand,
    from: Date,
    until: Date,
    signableHeaders?: Set<string>,
  ): Promise<SignedRead> {
    try {
      const { expiration } = await this.credentials();
      const url = await getSignedUrl(this.signer, command, {
        signingDate: from,
        expiresIn: Math.floor((until.getTime() - from.getTime()) / 1_000),
        signableHeaders,
      });
      return { url, expiresAt: Math.min(until.getTime(), expiration?.getTime() ?? Infinity) };
    } catch (error) {
      throw unavailable(codeOf(error as Error));
    }
  }

  /** Returns the credentials, and first renews temporary ones that would expire before the URLs that they sign. */
  private async credentials() {
    const { credentials } = this.client.config;
    const current = await credentials();
    const now = Date.now();
    const lastsLong = (current.expiration?.getTime() ?? Infinity) - now >= MIN_CREDENTIALS_MS;
    if (lastsLong || now - this.refreshedAt < REFRESH_INTERVAL_MS) return current;
    this.refreshedAt = now;
    return credentials({ forceRefresh: true });
  }

  private async openRead(object: GetObjectCommandInput, range: ByteRange | undefined): Promise<Readable | null> {
    const command = new GetObjectCommand({ ...object, Range: range && `bytes=${range.start}-${range.end}` });
    const response = await call((options) => this.client.send(command, options));
    return (response?.Body as Readable | undefined) ?? null;
  }

  private async write(object: PutObjectCommandInput): Promise<void> {
    if (!(await call((options) => this.client.send(new PutObjectCommand(object), options)))) throw unavailable(404);
  }

  private async remove(object: ObjectKey): Promise<void> {
    await call((options) => this.client.send(new DeleteObjectCommand(object), options));
  }

  private pending(id: string): ObjectKey {
    return { Bucket: this.bucket, Key: `pending/${id}` };
  }

  private published(id: string): ObjectKey {
    return { Bucket: this.bucket, Key: `public/${id}` };
  }
}

interface ObjectKey {
  Bucket: string;
  Key: string;
}

/**
 * Sends a request. Returns null if the object does not exist or differs from the expected one. The timeout ends when the
 * store responds, because a body can take longer.
 */
async function call<Answer>(send: (options: { abortSignal: AbortSignal }) => Promise<Answer>): Promise<Answer | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), CALL_TIMEOUT_MS);
  try {
    return await send({ abortSignal: controller.signal });
  } catch (error) {
    const code = codeOf(error as Error);
    if (code === 412 || (code === 404 && (error as Error).name !== 'NoSuchBucket')) return null;
    throw unavailable(code);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the HTTP status, or the code or name of an error without one. */
const codeOf = (error: Error & { code?: string; $metadata?: { httpStatusCode?: number } }) =>
  error.$metadata?.httpStatusCode ?? error.code ?? error.name;
