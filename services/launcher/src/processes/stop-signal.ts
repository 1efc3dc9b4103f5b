import { isRunByNpm } from '../env';
import { killLeashed } from './spawn-managed';

// On Ctrl-C the terminal signals us, and npm, signalled too, passes it on: the two are one.
const sameKeyMs = 700;
const hurryMs = 8_500;

/** Why the commands' signal is aborted: the user asked for it. */
export class Stopped extends Error {}

/** Aborted by the first SIGINT, SIGTERM or SIGHUP. A second one, or a stop that drags on, ends everything at once. */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const endAtOnce = () => {
    killLeashed();
    process.exit(1);
  };
  const onSignal = () => {
    if (firstAt && Date.now() - firstAt > sameKeyMs) endAtOnce();
    if (firstAt) return;
    firstAt = Date.now();
    console.log('\nStopping…');
    setTimeout(endAtOnce, hurryMs).unref();
    controller.abort(new Stopped());
  };
  if (isRunByNpm()) onParentGone(onSignal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return controller.signal;
}

/** npm's shell ends on a SIGTERM without passing it on: that it is gone is all we get to know. */
function onParentGone(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, 500).unref();
}
