import { spawn } from 'node:child_process';

/** A failure to tell in one line, without a stack; `output` is what a failed program said, to be shown before it. */
export class Failure extends Error {
  constructor(message, exitCode = 1, output = '') {
    super(message);
    this.exitCode = exitCode;
    this.output = output;
  }
}

const children = new Set();
const progressEveryMs = 10_000;
const graceMs = 3_000;

/** Runs a step in its own process group, its output kept for when it fails. Throws a Failure. */
export async function run(label, command, args, cwd) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
  console.log(`${label}…`);
  const progress = setInterval(() => console.log(`${label}… ${seconds()}`), progressEveryMs);
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearInterval(progress);
  children.delete(child);
  if (code === 0) return console.log(`${label}: done in ${seconds()}`);
  throw new Failure(
    `${label}: failed (${code}). The command was: ${[command, ...args].join(' ')}`,
    1,
    output.trimEnd(),
  );
}

/** Until the returned function is called, SIGINT, SIGTERM and SIGHUP end what `run` started, then this process. */
export function endChildrenOnSignal() {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
  const onSignal = (signal) => {
    process.exitCode = 128 + numbers[signal];
    for (const child of children) child.removeAllListeners().once('close', () => process.exit());
    if (children.size === 0) process.exit();
    killAll('SIGTERM');
    setTimeout(() => killAll('SIGKILL'), graceMs);
  };
  for (const signal of Object.keys(numbers)) process.on(signal, onSignal);
  return () => Object.keys(numbers).forEach((signal) => process.off(signal, onSignal));
}

function killAll(signal) {
  for (const child of children) {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Ended by itself meanwhile.
    }
  }
}
