import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stack } from './stack';

/** The connection details of the shared stack. */
export type SharedStack = Pick<Stack, 'origin' | 'dataDir' | 'admin'>;

/** Returns the shared stack and waits until it has started. */
export async function sharedStack(): Promise<SharedStack> {
  const answer = await text(connect(Number(process.env['E2E_STACK_PORT']), '127.0.0.1'));
  const { failure, ...stack } = JSON.parse(answer) as SharedStack & { failure?: string };
  if (failure) throw new Error(failure);
  return stack;
}
