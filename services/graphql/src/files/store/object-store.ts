import type { GraphQLError } from 'graphql';
import type { Readable } from 'node:stream';
import { fail } from '../../api/errors';

/** How long an upload URL is valid. */
export const UPLOAD_LIFETIME_MS = 15 * 60_000;

/** A signed URL that accepts one upload. */
export interface SignedUpload {
  uploadURL: string;
  /** Headers that the uploader must send in addition to Content-Type. */
  headers: Record<string, string>;
}

export interface UploadTerms {
  expiresAt: Date;
  /** The upload's size in bytes, if the uploader declared it. A larger upload is rejected, by S3 also a smaller one. */
  size: number | null;
  /** The upload's Content-Type, if the uploader declared it. A bucket rejects another one. */
  mimeType: string | null;
  /** Whether the uploader sends the returned headers, so that the store can enforce size and single use. */
  sendsHeaders: boolean;
}

/**
 * An uploaded object that is not published yet. It always refers to the same bytes: if they were moved or replaced
 * meanwhile, its methods throw CONFLICT.
 */
export interface UploadedObject {
  size: number;
  /** Reads the first bytes. */
  head(length: number): Promise<Buffer>;
  /** Moves the object to where `read` finds it. */
  publish(): Promise<void>;
}

/** Published objects never change. */
export const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The first and last byte of a range, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The content type and disposition that an object is served with. */
export interface ServedAs {
  contentType: string;
  contentDisposition: string;
}

/** A signed URL that reads a public object. */
export interface ReadUrl {
  url: string;
  /**
   * How long the URL may be cached, in seconds. It stays valid for at least half an hour longer, unless the store's
   * temporary credentials expire before.
   */
  maxAgeSeconds: number;
}

/** Stores objects by id, first pending, then public. Its methods throw UNAVAILABLE if the store cannot be reached. */
export interface ObjectStore {
  /** The prefix of every upload URL. The upload's id and a signature follow. */
  readonly uploadPrefix: string;
  createUpload(id: string, terms: UploadTerms): Promise<SignedUpload>;
  findUploaded(id: string): Promise<UploadedObject | null>;
  /** Stores a public object that the server created. */
  put(id: string, body: Buffer): Promise<void>;
  /** Creates a signed URL that reads a public object. Returns null if browsers cannot reach the store. */
  createReadUrl(id: string, servedAs: ServedAs): Promise<ReadUrl | null>;
  /** Reads a public object. Returns null if it does not exist. */
  read(id: string, range?: ByteRange): Promise<Readable | null>;
  /** Lists the ids of the public objects whose id starts with `prefix`. */
  list(prefix: string): AsyncIterable<string>;
  /** Deletes a pending upload, also if a published object has the same id. */
  clearPending(id: string): Promise<void>;
  /**
   * Deletes everything with the id. Succeeds if there is nothing. If the upload URL is still valid, it accepts no second
   * upload.
   */
  delete(id: string, options?: { isUrlValid: boolean }): Promise<void>;
}

/** Returns the CONFLICT error of an `UploadedObject`. */
export function uploadReplaced(): GraphQLError {
  return fail('CONFLICT', 'This upload was changed while it was checked. Upload the file again.');
}
