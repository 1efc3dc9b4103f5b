import { spawn } from 'node:child_process';

/**
 * An expected error, printed without a stack trace. `output` is the output of a failed
 * program, printed before the message.
 */
export class Failure extends Error {
  constructor(message, exitCode = 1, output = '') {
    super(message);
    this.exitCode = exitCode;
    this.output = output;
  }
}

const children = new Set();
const progressIntervalMs = 10_000;
const graceMs = 3_000;

/** Runs a program in its own process group and prints progress. Throws a Failure with the output if it fails. */
export async function run(label, command, args, cwd, env = process.env) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
  console.log(`${label}…`);
  const progress = setInterval(() => console.log(`${label}… ${seconds()}`), progressIntervalMs);
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
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
  throw new Failure(`${label}: failed (${code}). Command: ${[command, ...args].join(' ')}`, 1, output.trimEnd());
}

/**
 * Makes SIGINT, SIGTERM and SIGHUP end the programs of `run` and then this process,
 * until the returned function is called.
 */
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
      // Already ended.
    }
  }
}
