import { createInterface } from 'node:readline';
import { lastWords } from './last-log-line';
import { signalGroup, spawnLeashed, type Program } from './spawn-managed';

export interface StepOptions {
  signal?: AbortSignal;
  /** Asked every second; the step is given up when it is false. */
  isProgressing?: () => boolean;
  /** Says nothing while all goes well and fast. */
  isQuiet?: boolean;
}

const tellEveryMs = 15_000;
const keptLines = 40;

/** Runs a program to its end, telling now and then that it still runs. Throws with its last line when it fails. */
export async function runStep(program: Program, { signal, isProgressing, isQuiet }: StepOptions = {}): Promise<void> {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  if (!isQuiet) console.log(`${program.name}…`);
  const child = spawnLeashed(program);
  const lines: string[] = [];
  let gaveUp = false;
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', (line) => keep(lines, line));
  const end = () => signalGroup(child, 'SIGKILL');
  const tell = setInterval(() => console.log(`${program.name}… ${seconds()} s`), tellEveryMs);
  const watch = setInterval(() => {
    if (isProgressing?.() === false) gaveUp = true;
    if (gaveUp) end();
  }, 1_000);
  signal?.addEventListener('abort', end);
  const outcome = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killedBy) => resolve(code ?? killedBy));
  });
  clearInterval(tell);
  clearInterval(watch);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (outcome === 0) return isQuiet ? undefined : console.log(`${program.name}: done in ${seconds()} s`);
  throw new Error(
    gaveUp ? `given up after ${seconds()} s without progress` : lines.length ? lastWords(lines) : String(outcome),
  );
}

function keep(lines: string[], line: string): void {
  lines.push(line);
  if (lines.length > keptLines) lines.shift();
}
