import type { GraphQLError } from 'graphql';
import type { Readable } from 'node:stream';
import { fail } from '../../api/errors';

/** How long an upload address may be used. */
export const UPLOAD_LIFETIME_MS = 15 * 60_000;

/** Where somebody may put one object, once. */
export interface UploadTicket {
  uploadURL: string;
  /** What the uploader must send beside its content type. */
  headers: Record<string, string>;
}

export interface TicketTerms {
  expiresAt: Date;
  /** The uploader promises to send the ticket's headers, so the store itself may hold it to size and single use. */
  sendsHeaders: boolean;
}

/** What lies under an upload's id and is not public yet; always the same bytes: refuses with CONFLICT where they were moved or replaced meanwhile. */
export interface UploadedObject {
  size: number;
  /** Its first bytes. */
  head(length: number): Promise<Buffer>;
  /** Moves it to where `read` finds it. */
  publish(): Promise<void>;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Keeps bytes under ids, first pending, then public. Refuses with UNAVAILABLE where it is away. */
export interface ObjectStore {
  /** Every upload address is this, an upload's id, and a signature. */
  readonly uploadPrefix: string;
  createUpload(id: string, terms: TicketTerms): Promise<UploadTicket>;
  findUploaded(id: string): Promise<UploadedObject | null>;
  /** Puts bytes of our own under an id, public at once. */
  put(id: string, body: Buffer): Promise<void>;
  /** A public object’s bytes; null where there is none. */
  read(id: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes what was put under an id that is public already. */
  clearPending(id: string): Promise<void>;
  /** Removes all there is under the id; nothing is fine too. */
  delete(id: string): Promise<void>;
}

/** The CONFLICT of an `UploadedObject`. */
export function replaced(): GraphQLError {
  return fail('CONFLICT', 'This upload was used or replaced while it was checked');
}
