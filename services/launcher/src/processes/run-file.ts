import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from './end-process';
import { processBirth } from './process-start-time';
import { readJson } from './read-json';
import { writeJson } from './write-file';

/** A program of this run; `birth` tells it from a later process with the same number. */
interface Running extends Ports {
  pid: number;
  birth?: string;
}

/** Where a program listens on the loopback: for those it serves, and for its operators. */
export interface Ports {
  port?: number;
  opsPort?: number;
}

interface Run {
  port: number;
  publicUrl: string;
  services: Record<string, Running>;
}

/** DATA_DIR/run.json: what runs now, for operators and tests, and for the next start where this one is killed. */
export class RunFile {
  private readonly file: string;
  private readonly run: Run;

  constructor(dataDir: string, run: Pick<Run, 'port' | 'publicUrl'>) {
    this.file = join(dataDir, 'run.json');
    this.run = { ...run, services: {} };
  }

  set(name: string, pid: number, ports: Ports = {}): void {
    this.run.services[name] = { pid, ...ports, birth: processBirth(pid) };
    writeJson(this.file, this.run);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  /** Ends what a killed run left behind, giving it the time to notice by itself. */
  async endLeftovers(): Promise<void> {
    const services = Object.values(readJson<Run>(this.file)?.services ?? {});
    const left = services.filter(({ pid, birth }) => birth !== undefined && processBirth(pid) === birth);
    if (left.length > 0) console.log('Ending what an earlier run left behind…');
    await Promise.all(
      left.map(({ pid }) =>
        endProcess(pid, [
          [0, 3_000],
          ['SIGTERM', 3_000],
          ['SIGKILL', 2_000],
        ]),
      ),
    );
    this.remove();
  }
}
