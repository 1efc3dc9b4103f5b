import type { Cleanup } from './processes/cleanup';
import type { Env } from './env';

/** One of the launcher's commands. It throws a Failure, or Stopped when the user ends it; what it added to `cleanup` is undone either way. */
export type Command = (context: { args: string[]; env: Env; signal: AbortSignal; cleanup: Cleanup }) => Promise<void>;
