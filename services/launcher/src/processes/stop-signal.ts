import { isRunByNpm } from '../env';
import { killManaged } from './spawn-managed';

// On Ctrl-C, this process gets a signal from the terminal and another one from npm.
// Signals this close together count as one.
const duplicateSignalMs = 700;
const stopTimeoutMs = 8_500;

/** The abort reason of a command that the user interrupts. */
export class Stopped extends Error {}

/**
 * Returns a signal that the first SIGINT, SIGTERM or SIGHUP aborts. A second one, or a stop that takes too long,
 * kills all child processes and exits.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  let firstSignalMs = 0;
  const exitNow = () => {
    killManaged();
    process.exit(1);
  };
  const onSignal = () => {
    if (firstSignalMs && Date.now() - firstSignalMs > duplicateSignalMs) exitNow();
    if (firstSignalMs) return;
    firstSignalMs = Date.now();
    console.log('\nStopping…');
    setTimeout(exitNow, stopTimeoutMs).unref();
    controller.abort(new Stopped());
  };
  if (isRunByNpm()) onParentExit(onSignal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return controller.signal;
}

/** Calls the function when the parent process, which is npm, ends without forwarding a signal. */
function onParentExit(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500).unref();
}
