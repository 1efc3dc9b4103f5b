import { createInterface } from 'node:readline';
import { lastLogLine } from './last-log-line';
import { signalGroup, spawnManaged, type Program } from './spawn-managed';

export interface StepOptions {
  signal?: AbortSignal;
  /** Called every second. The step is stopped when it returns false. */
  isProgressing?: () => boolean;
  /** Prints progress only if the step takes long. */
  isQuiet?: boolean;
}

const progressIntervalMs = 15_000;
const maxLines = 40;

/** Runs a program and prints progress at intervals. Throws an Error with the program's last log line if it fails. */
export async function runStep(program: Program, { signal, isProgressing, isQuiet }: StepOptions = {}): Promise<void> {
  signal?.throwIfAborted();
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  if (!isQuiet) console.log(`${program.name}…`);
  const child = spawnManaged(program);
  const lines: string[] = [];
  let isStalled = false;
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', (line) => addLine(lines, line));
  const end = () => signalGroup(child, 'SIGKILL');
  const progress = setInterval(() => console.log(`${program.name}… ${seconds()} s`), progressIntervalMs);
  const watch = setInterval(() => {
    if (isProgressing?.() === false) isStalled = true;
    if (isStalled) end();
  }, 1_000);
  signal?.addEventListener('abort', end);
  const outcome = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killedBy) => resolve(code ?? killedBy));
  });
  clearInterval(progress);
  clearInterval(watch);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (outcome === 0) return isQuiet ? undefined : console.log(`${program.name}: done in ${seconds()} s`);
  throw new Error(
    isStalled ? `stopped after ${seconds()} s without progress` : lines.length ? lastLogLine(lines) : String(outcome),
  );
}

function addLine(lines: string[], line: string): void {
  lines.push(line);
  if (lines.length > maxLines) lines.shift();
}
