import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

/** A text that the stand-in took, as its API shows it. */
export interface TakenText {
  sid: string;
  to: string;
  from: string | null;
  messagingServiceSid: string | null;
  body: string;
  statusCallback: string | null;
  status: string;
  createdAt: Date;
  /** From when on the list shows it. */
  listedAt: Date;
}

/** What was taken, in the order it was taken: the judge of every trial. Each line is on the disk before anybody hears of it, and read again after a restart. */
export class Ledger {
  readonly texts: TakenText[] = [];
  private readonly file: number | null;

  constructor(path?: string) {
    if (path !== undefined && existsSync(path))
      this.texts.push(...readFileSync(path, 'utf8').split('\n').filter(Boolean).map(revive));
    this.file = path === undefined ? null : openSync(path, 'a', 0o600);
  }

  take(text: Omit<TakenText, 'sid' | 'createdAt' | 'listedAt'>, listLagMs: number): TakenText {
    const createdAt = new Date();
    const taken = {
      ...text,
      sid: `SM${randomUUID().replaceAll('-', '')}`,
      createdAt,
      listedAt: new Date(createdAt.getTime() + listLagMs),
    };
    if (this.file !== null) {
      appendFileSync(this.file, `${JSON.stringify(taken)}\n`);
      fsyncSync(this.file);
    }
    this.texts.push(taken);
    return taken;
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
  }
}

function revive(line: string): TakenText {
  const text = JSON.parse(line) as TakenText;
  return { ...text, createdAt: new Date(text.createdAt), listedAt: new Date(text.listedAt) };
}
