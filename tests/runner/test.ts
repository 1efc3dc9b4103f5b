import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { runTests } from './run-tests';

/** `npm test`: what the arguments choose, or everything. */
export const test: Command = async (context) => {
  const { passed, failed } = await runTests(context);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) throw new Failure('', 1);
};
