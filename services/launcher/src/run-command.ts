import { Cleanup } from './processes/cleanup';
import type { Command } from './command';
import { readEnv } from './env';
import { Failure } from './failure';
import { listenForStop, Stopped } from './processes/stop-signal';

const INTERRUPTED = 130;

interface RunOptions {
  /** Commands that run until the user stops them. Stopping them is success. */
  endless?: string[];
}

/**
 * Runs the command that the arguments name, then its cleanup steps, and exits the process with the command's exit code.
 */
export function runCommand(commands: Record<string, Command>, { endless = [] }: RunOptions = {}): void {
  const [name = '', ...args] = process.argv.slice(2);
  run(commands, name, args, endless).then(
    (code) => process.exit(code),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
}

async function run(
  commands: Record<string, Command>,
  name: string,
  args: string[],
  endless: string[],
): Promise<number> {
  const cleanup = new Cleanup();
  const signal = listenForStop();
  try {
    const command = commands[name];
    if (!command) throw new Failure(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}.`, 2);
    await command({ args, env: readEnv(), signal, cleanup });
    return 0;
  } catch (error) {
    if (signal.aborted || error instanceof Stopped) return endless.includes(name) ? 0 : INTERRUPTED;
    if (!(error instanceof Failure)) throw error;
    if (error.message) console.error(error.message);
    return error.exitCode;
  } finally {
    await cleanup.run();
  }
}
