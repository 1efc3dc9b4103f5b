import { fieldError } from '../api/errors';

/** How long changes are kept, in minutes. */
export const CHANGE_MINUTES = 65;
/** How old a cursor may be, in minutes. Less than changes are kept, because a change is older than its commit. */
export const RESUME_MINUTES = 60;

/** A position in the table `changes`: the ID of a transaction and the position of a row in it. */
export interface Position {
  xid: bigint;
  position: bigint;
  /** When it was current, in Unix seconds. */
  readAt: number;
}

const FORMAT = /^(\d{1,18})\.(\d{1,18})\.(\d{1,12})$/;

/** Encodes a position as an opaque cursor. */
export const encodeCursor = ({ xid, position, readAt }: Position): string =>
  Buffer.from(`${xid}.${position}.${readAt}`).toString('base64url');

/**
 * Decodes a cursor. A forged one reveals nothing, because it is only a position among the changes of the caller's client.
 *
 * @throws BAD_USER_INPUT if it is not a cursor
 */
export function decodeCursor(cursor: string): Position {
  const [, xid, position, readAt] = FORMAT.exec(Buffer.from(cursor.slice(0, 100), 'base64url').toString()) ?? [];
  if (xid === undefined) throw fieldError('after', 'after must be a cursor of a subscription.');
  return { xid: BigInt(xid), position: BigInt(position!), readAt: Number(readAt) };
}

/** Whether a position comes after another one. */
export const isAfter = (one: Position, other: Position): boolean =>
  one.xid === other.xid ? one.position > other.position : one.xid > other.xid;

/** Whether changes after a position may have been deleted already. */
export const isExpired = ({ readAt }: Position): boolean => Date.now() / 1_000 - readAt > RESUME_MINUTES * 60;
