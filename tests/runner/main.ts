import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { runCommand } from '@dripline/launcher/run-command';
import { clients } from '../clients/clients';
import { printSkipped } from '@dripline/tools/skip';
import { cluster } from '../chart/cluster/cluster';
import { faults } from '../faults/faults';
import { fuzz } from '../fuzz/fuzz';
import { gameday } from '../gameday/gameday';
import { upgrade } from '../upgrade/upgrade';
import { lighthouse } from './lighthouse';
import { runTests } from './run-tests';
import { screenshots } from './screenshots';

/** `npm test`: runs the tests that the arguments select, or all tests. The last line is `N passed, N failed`. */
const test: Command = async (context) => {
  const { passed, failed } = await runTests(context).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  printSkipped(context.env);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) throw new Failure('', 1);
};

/**
 * `npm run record:histories`: records workflow histories for replay tests. Committed histories
 * must not change; add new ones only.
 */
const histories: Command = async (context) => {
  const env = { ...context.env, variables: { ...context.env.variables, HISTORIES: 'record' } };
  const { failed } = await runTests({ ...context, env, args: ['--selectProjects', 'histories'] });
  if (failed > 0) throw new Failure('', 1);
};

runCommand({ test, faults, fuzz, clients, histories, lighthouse, screenshots, cluster, upgrade, gameday });
