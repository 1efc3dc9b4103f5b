import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface LogOptions {
  /** Where `<name>.log` is kept; without it nothing is written. */
  folder?: string;
  name: string;
  /** Whether the lines are shown too, with the name before each. */
  isShown: boolean;
  /** Values that must never be written. */
  secrets?: string[];
}

const maxBytes = 10_000_000;
const keptLines = 20;

/** One program's output: to a file, to the terminal, and its last lines for an error message. */
export class Log {
  readonly lastLines: string[] = [];
  private readonly file: string | undefined;
  private size = 0;

  constructor(private readonly options: LogOptions) {
    if (!options.folder) return;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    this.file = join(options.folder, `${options.name}.log`);
    this.size = existsSync(this.file) ? statSync(this.file).size : 0;
  }

  follow(child: ChildProcess): void {
    for (const input of [child.stdout, child.stderr]) {
      if (input) createInterface({ input, crlfDelay: Infinity }).on('line', (line) => this.write(line));
    }
  }

  write(line: string): void {
    const clean = (this.options.secrets ?? []).reduce((text, secret) => text.replaceAll(secret, '***'), line);
    this.lastLines.push(clean);
    if (this.lastLines.length > keptLines) this.lastLines.shift();
    if (this.options.isShown) console.log(`${this.options.name.padEnd(11)} | ${clean}`);
    if (this.file) this.append(this.file, `${clean}\n`);
  }

  private append(file: string, text: string): void {
    if (this.size > maxBytes) {
      renameSync(file, `${file}.1`);
      this.size = 0;
    }
    appendFileSync(file, text, { mode: 0o600 });
    this.size += Buffer.byteLength(text);
  }
}
