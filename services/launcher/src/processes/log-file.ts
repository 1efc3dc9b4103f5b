import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface LogOptions {
  /** Folder of `<name>.log`. Without it, no file is written. */
  folder?: string;
  name: string;
  /** Whether the lines are also printed, each prefixed with the name. */
  isShown: boolean;
  /** Values that are masked. */
  secrets?: string[];
}

const maxBytes = 10_000_000;
const maxLastLines = 20;

/** Records a program's output in a file and on the terminal, and keeps the last lines for error messages. */
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
    const masked = (this.options.secrets ?? []).reduce((text, secret) => text.replaceAll(secret, '***'), line);
    this.lastLines.push(masked);
    if (this.lastLines.length > maxLastLines) this.lastLines.shift();
    if (this.options.isShown) console.log(`${this.options.name.padEnd(11)} | ${masked}`);
    if (this.file) this.append(this.file, `${masked}\n`);
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
