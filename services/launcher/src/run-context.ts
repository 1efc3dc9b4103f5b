import { join } from 'node:path';
import type { Cleanup } from './processes/cleanup';
import type { Env } from './env';
import { Log } from './processes/log-file';
import type { Ports, RunFile } from './processes/run-file';
import type { Supervised } from './processes/supervise';

/** What the parts of one `npm start` share. */
export interface RunContext {
  env: Env;
  signal: AbortSignal;
  cleanup: Cleanup;
  runFile: RunFile;
  /** Values that must never be written to a log. */
  secrets: string[];
}

/** The log of one program, shown on the terminal too unless it is chatty by nature. */
export const openLog = ({ env, secrets }: RunContext, name: string, isShown: boolean): Log =>
  new Log({ name, isShown, secrets, folder: join(env.DATA_DIR, 'logs') });

/** Keeps run.json up to date with a program, tells when it had to be started again, and stops it at the end. */
export function lookAfter({ runFile, cleanup }: RunContext, running: Supervised, ports?: Ports): void {
  const { name } = running.program;
  if (running.pid) runFile.set(name, running.pid, ports);
  running.on('up', (pid) => runFile.set(name, pid, ports));
  running.on('down', (reason, retryMs) =>
    console.log(`${name} ended (${reason}); it is started again in ${retryMs / 1000} s.`),
  );
  cleanup.add(() => running.stop());
}
