import { bench } from './bench/bench';
import { check } from './check';
import { cluster } from './cluster/cluster';
import { Cleanup } from './cleanup';
import type { Command } from './command';
import { readEnv } from './env';
import { Failure } from './failure';
import { faults } from './faults/faults';
import { fuzz } from './fuzz/fuzz';
import { histories } from './histories';
import { images } from './images/images';
import { lighthouse } from './lighthouse';
import { sbom } from './sbom';
import { screenshots } from './screenshots';
import { start } from './start';
import { load } from './load';
import { previous } from './previous/previous';
import { listenForStop, Stopped } from './stop-signal';
import { test } from './test';

const commands: Record<string, Command> = {
  start: start(false),
  dev: start(true),
  test,
  check,
  cluster,
  bench,
  faults,
  fuzz,
  histories,
  load,
  images,
  lighthouse,
  previous,
  sbom,
  screenshots,
};
// Ending what would run for ever is how it is meant to end; ending tests halfway is not a pass.
const endless = ['start', 'dev'];
const interrupted = 130;

async function main(name: string, args: string[]): Promise<number> {
  const cleanup = new Cleanup();
  const signal = listenForStop();
  try {
    const command = commands[name];
    if (!command) throw new Failure(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`, 2);
    await command({ args, env: readEnv(), signal, cleanup });
    return 0;
  } catch (error) {
    if (signal.aborted || error instanceof Stopped) return endless.includes(name) ? 0 : interrupted;
    if (!(error instanceof Failure)) throw error;
    if (error.message) console.error(error.message);
    return error.exitCode;
  } finally {
    await cleanup.run();
  }
}

const [name = '', ...args] = process.argv.slice(2);
main(name, args).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
