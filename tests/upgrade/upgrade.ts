import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runStep } from '@dripline/launcher/processes/run-step';
import { withBreakingChange } from './breaking-change';
import { skipCommand } from '@dripline/tools/skip';
import { fetchRelease, isInHistory, previousRelease } from './fetch-release';
import { runRelease } from './run-release';
import { type ReleaseApi, connectTo } from './scenarios';

/**
 * `npm run test:upgrade`: tests that the previous release works with this release's schema, as during an upgrade or a
 * rollback, and that this release continues with its data.
 */
export const upgrade: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}. This command takes no arguments.`, 2);
  const release = previousRelease();
  if (!release || !(await isInHistory(release)))
    throw skipCommand(env, {
      check: 'The upgrade test',
      needs: 'git-history',
      reason: 'This clone does not have the commit of the previous release. Fetch the full history.',
    });
  const releaseFolder = await fetchRelease(release, cleanup);
  // Leaves out npm's own variables, because they refer to this clone.
  const install = {
    name: `Installing release ${release.name}`,
    command: 'npm',
    args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    cwd: releaseFolder,
    env: childEnv(env.variables, ['NPM_CONFIG_*']),
  };
  await runStep(install, { signal });

  const dataDir = mkdtempSync(join(tmpdir(), 'dripline-data-'));
  chmodSync(dataDir, 0o711);
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const admin = { username: 'admin', password: randomBytes(12).toString('hex') };
  const runStage = async <Result>(
    name: string,
    folder: string,
    work: (api: ReleaseApi) => Promise<Result>,
    afterwards?: (api: ReleaseApi) => Promise<void>,
  ): Promise<Result> => {
    console.log(`${name}: starting…`);
    const running = await runRelease({ folder, dataDir, admin, env, signal, cleanup });
    const api = await connectTo(running, admin);
    const result = await work(api);
    const loggedErrors = running.loggedErrors();
    if (loggedErrors.length > 0) throw new Failure(`${name} logged errors:\n${loggedErrors.join('\n')}`);
    await afterwards?.(api);
    await running.stop();
    console.log(`${name}: passed`);
    return result;
  };

  const firstLead = await runStage('This release with an empty database', root, async (api) => {
    const scenario = await api.createScenario();
    return api.submitLead(scenario, '71');
  });
  const laterLead = await runStage(
    `Release ${release.name} with the schema of this release`,
    releaseFolder,
    async (api) => {
      await api.expectLeadCount(firstLead.scenario, 1);
      await api.submitLead(firstLead.scenario, '72');
      await api.expectLeadCount(firstLead.scenario, 2);
      const temporary = await api.createScenario();
      await api.submitLead(temporary, '73');
      await api.deleteClient(temporary);
      return api.submitLead(await api.createScenario(true), '74', 2);
    },
    async (api) => {
      const worksDespiteChange = await withBreakingChange(dataDir, () =>
        api.submitLead(firstLead.scenario, '75').then(
          () => true,
          () => false,
        ),
      );
      if (worksDespiteChange)
        throw new Failure(
          'Renaming a column of leads did not break the release, so this test would not detect a breaking migration.',
        );
    },
  );
  await runStage('This release again', root, async (api) => {
    await api.waitForMessages(laterLead);
    await api.expectLeadCount(laterLead.scenario, 1);
    await api.submitLead(laterLead.scenario, '76', 2);
    await api.waitForMessages(firstLead);
    await api.expectLeadCount(firstLead.scenario, 2);
    await api.deleteClient(firstLead.scenario);
  });
  console.log(
    `Release ${release.name} works with the schema of this release, and this release continues with its data.`,
  );
};
