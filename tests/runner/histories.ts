import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { runTests } from './run-tests';

/** `npm run histories`: records, from real runs, the lives that an enrollment may have; tests replay them. Only new ones may change what is committed. */
export const histories: Command = async (context) => {
  const env = { ...context.env, variables: { ...context.env.variables, HISTORIES: 'record' } };
  const { failed } = await runTests({ ...context, env, args: ['--selectProjects', 'histories'] });
  if (failed > 0) throw new Failure('', 1);
};
