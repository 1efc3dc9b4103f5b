import type { Cleanup } from './processes/cleanup';
import type { Env } from './env';

/**
 * A command of a command-line program. The caller runs the steps in `cleanup` when it ends. Throws a Failure, or
 * Stopped when the user interrupts it.
 */
export type Command = (context: { args: string[]; env: Env; signal: AbortSignal; cleanup: Cleanup }) => Promise<void>;
