import { checkSteps, type RunProgram } from './check-steps';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import { printSkipped } from '../skip';

/** `npm run check`: runs all steps, even if some fail, and prints a summary. */
export const check: Command = async ({ args, env, signal }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}. This command takes no arguments.`, 2);
  const variables = {
    ...childEnv(env.variables, ['CI', 'FORCE_COLOR', 'NO_COLOR']),
    // Redocly would ask the registry for a newer version.
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const results: { name: string; isPassed: boolean; seconds: string }[] = [];
  for (const { name, passes } of checkSteps) {
    console.log(`\n${name}…`);
    const startedAt = Date.now();
    const run: RunProgram = async (command, ...rest) =>
      (await runInherited({ name, command, args: rest, env: variables, cwd: root }, signal)) === 0;
    results.push({
      name,
      isPassed: await passesOrPrints(() => passes({ run, env, signal })),
      seconds: ((Date.now() - startedAt) / 1000).toFixed(1),
    });
  }
  console.log(
    `\n${results.map(({ name, isPassed, seconds }) => `${isPassed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`).join('\n')}`,
  );
  printSkipped(env);
  const failed = results.filter(({ isPassed }) => !isPassed);
  if (failed.length > 0) throw new Failure(`${failed.length} of ${results.length} checks failed.`);
};

/** Runs a step. A Failure is printed, so that the other steps run. */
async function passesOrPrints(passes: () => Promise<boolean>): Promise<boolean> {
  try {
    return await passes();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return false;
  }
}
