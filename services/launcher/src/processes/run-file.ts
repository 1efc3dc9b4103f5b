import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from './end-process';
import { processStartTime } from './process-start-time';
import { readJson } from './read-json';
import { writeJson } from './write-json';

/** A running program. `startTime` distinguishes it from a later process with the same pid. */
interface RunningProgram extends Ports {
  pid: number;
  startTime?: string;
}

/**
 * Ports of a program on the loopback interface: `port` for requests, `internalPort` for requests of other services, and
 * `opsPort` for health checks and metrics.
 */
export interface Ports {
  port?: number;
  internalPort?: number;
  opsPort?: number;
}

interface Run {
  port: number;
  publicUrl: string;
  services: Record<string, RunningProgram>;
}

/**
 * DATA_DIR/run.json lists the running programs, for operators and tests, and for the next start if this one is killed.
 */
export class RunFile {
  private readonly file: string;
  private readonly run: Run;

  constructor(dataDir: string, run: Pick<Run, 'port' | 'publicUrl'>) {
    this.file = join(dataDir, 'run.json');
    this.run = { ...run, services: {} };
  }

  set(name: string, pid: number, ports: Ports = {}): void {
    this.run.services[name] = { pid, ...ports, startTime: processStartTime(pid) };
    writeJson(this.file, this.run);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  /** Stops the orphaned programs of a killed run. They first get time to end by themselves. */
  async stopOrphans(): Promise<void> {
    const services = Object.values(readJson<Run>(this.file)?.services ?? {});
    const orphans = services.filter(
      ({ pid, startTime }) => startTime !== undefined && processStartTime(pid) === startTime,
    );
    if (orphans.length > 0) console.log('Stopping processes of an earlier run…');
    await Promise.all(
      orphans.map(({ pid }) =>
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
