import { join } from 'node:path';
import type { Cleanup } from './processes/cleanup';
import type { Env } from './env';
import { Log } from './processes/log-file';
import type { Ports, RunFile } from './processes/run-file';
import type { SupervisedProcess } from './processes/supervised-process';

/** State that is shared by the steps of `npm start`. */
export interface RunContext {
  env: Env;
  signal: AbortSignal;
  cleanup: Cleanup;
  runFile: RunFile;
  /** Values that are masked in logs. */
  secrets: string[];
}

/** Opens the log of a program. With `isShown`, it is also printed on the terminal. */
export const openLog = ({ env, secrets }: RunContext, name: string, isShown: boolean): Log =>
  new Log({ name, isShown, secrets, folder: join(env.DATA_DIR, 'logs') });

/** Keeps run.json up to date for the program, prints its restarts, and stops it at the end. */
export function trackProcess({ runFile, cleanup }: RunContext, running: SupervisedProcess, ports?: Ports): void {
  const { name } = running.program;
  if (running.pid) runFile.set(name, running.pid, ports);
  running.on('up', (pid) => runFile.set(name, pid, ports));
  running.on('down', (reason, retryMs) => console.log(`${name} ended (${reason}); restarting in ${retryMs / 1000} s.`));
  cleanup.add(() => running.stop());
}
