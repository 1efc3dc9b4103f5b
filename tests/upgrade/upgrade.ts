import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runStep } from '@dripline/launcher/processes/run-step';
import { underBreakingChange } from './breaking-change';
import { fetchRelease, previousRelease } from './fetch-release';
import { runRelease } from './run-release';
import { type Agency, signInAt } from './scenarios';

/** `npm run previous`: the release before this one works on this one's schema, as an upgrade or a rollback needs it to, and this one goes on where that one was. */
export const previous: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}: this command takes none.`, 2);
  const release = previousRelease();
  const former = await fetchRelease(release, cleanup);
  // What npm tells its scripts is about this clone.
  const install = {
    name: `Installing release ${release.name}`,
    command: 'npm',
    args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    cwd: former,
    env: childEnv(env.variables, ['NPM_CONFIG_*']),
  };
  await runStep(install, { signal });

  const dataDir = mkdtempSync(join(tmpdir(), 'dripline-data-'));
  chmodSync(dataDir, 0o711);
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const admin = { username: 'admin', password: randomBytes(12).toString('hex') };
  const under = async <Result>(
    name: string,
    folder: string,
    work: (agency: Agency) => Promise<Result>,
    last?: (agency: Agency) => Promise<void>,
  ): Promise<Result> => {
    console.log(`${name}: starting…`);
    const running = await runRelease({ folder, dataDir, admin, env, signal, cleanup });
    const agency = await signInAt(running, admin);
    const result = await work(agency);
    const complaints = running.complaints();
    if (complaints.length > 0) throw new Failure(`${name} complains:\n${complaints.join('\n')}`);
    await last?.(agency);
    await running.stop();
    console.log(`${name}: held`);
    return result;
  };

  const first = await under('This release, on an empty database', root, async (agency) => {
    const story = await agency.open();
    return agency.gain(story, '71');
  });
  const between = await under(
    `Release ${release.name}, on the schema of this one`,
    former,
    async (agency) => {
      await agency.count(first.story, 1);
      await agency.gain(first.story, '72');
      await agency.count(first.story, 2);
      const passing = await agency.open();
      await agency.gain(passing, '73');
      await agency.close(passing);
      return agency.gain(await agency.open(true), '74', 2);
    },
    async (agency) => {
      const isCarried = await underBreakingChange(dataDir, () =>
        agency.gain(first.story, '75').then(
          () => true,
          () => false,
        ),
      );
      if (isCarried)
        throw new Failure(
          'A column of leads was renamed, and nothing broke: this trial would not notice such a migration.',
        );
    },
  );
  await under('This release again', root, async (agency) => {
    await agency.await(between);
    await agency.count(between.story, 1);
    await agency.gain(between.story, '76', 2);
    await agency.await(first);
    await agency.count(first.story, 2);
    await agency.close(first.story);
  });
  console.log(`Release ${release.name} works on this release's schema, and this one goes on where that one was.`);
};
