import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

/** A message that the emulator accepted. */
export interface AcceptedMessage {
  sid: string;
  to: string;
  from: string | null;
  messagingServiceSid: string | null;
  body: string;
  statusCallback: string | null;
  status: string;
  createdAt: Date;
  /** When the message appears in the list. */
  listedAt: Date;
}

/**
 * The accepted messages in order, which fault tests compare with the database. Each message is written to disk before
 * the response is sent, and read again after a restart.
 */
export class Ledger {
  readonly messages: AcceptedMessage[] = [];
  private readonly file: number | null;

  constructor(path?: string) {
    if (path !== undefined && existsSync(path))
      this.messages.push(...readFileSync(path, 'utf8').split('\n').filter(Boolean).map(parseLine));
    this.file = path === undefined ? null : openSync(path, 'a', 0o600);
  }

  append(message: Omit<AcceptedMessage, 'sid' | 'createdAt' | 'listedAt'>, listLagMs: number): AcceptedMessage {
    const createdAt = new Date();
    const accepted = {
      ...message,
      sid: `SM${randomUUID().replaceAll('-', '')}`,
      createdAt,
      listedAt: new Date(createdAt.getTime() + listLagMs),
    };
    if (this.file !== null) {
      appendFileSync(this.file, `${JSON.stringify(accepted)}\n`);
      fsyncSync(this.file);
    }
    this.messages.push(accepted);
    return accepted;
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
  }
}

function parseLine(line: string): AcceptedMessage {
  const message = JSON.parse(line) as AcceptedMessage;
  return { ...message, createdAt: new Date(message.createdAt), listedAt: new Date(message.listedAt) };
}
