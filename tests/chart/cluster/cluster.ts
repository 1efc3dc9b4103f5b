import { CANNOT_RUN } from '@dripline/tools/cannot-run';
import { Cleanup } from '@dripline/launcher/processes/cleanup';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { findHelm } from '@dripline/tools/chart/find-helm';
import { chart } from '@dripline/tools/chart/render-chart';
import { findBuildTool } from '@dripline/tools/install/find-build-tool';
import { forAnyKubernetes } from './for-any-kubernetes';
import { previousChart } from './previous-chart';
import { type Release, release } from './release';
import { startControlPlane } from './start-control-plane';
import { drain, failedMigration, fromNothing, fromPrevious, rollBack, type Trial } from './scenarios';

/** `npm run cluster`: installs, upgrades, rolls back and tests the chart on a real control plane, in a namespace that enforces restricted Pod Security. */
export const cluster: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}: this command takes none.`, 2);
  const tool = findBuildTool(env, 'kube-control-plane');
  if (!tool)
    throw new Failure('The chart cannot be installed here: BUILD_TOOLS has no kube-control-plane.', CANNOT_RUN);
  const helm = await findHelm(env, signal);
  if ('missing' in helm) throw new Failure(`The chart cannot be installed here: ${helm.missing}`, CANNOT_RUN);

  const today = forAnyKubernetes(chart, cleanup);
  // One for each way to begin: on a slow machine simulated nodes miss a heartbeat after a while, and their pods stay unready as no kubelet's would.
  const withCluster = async (work: (release: Release) => Promise<void>) => {
    const own = new Cleanup();
    cleanup.add(() => own.run());
    const one = release({
      inCluster: await startControlPlane(tool, { env, signal, cleanup: own }),
      helm: helm.path,
      today,
    });
    await one.prepare();
    await work(one);
    await own.run();
  };
  const hold = async (on: Release, trial: Trial) => {
    const startedAt = Date.now();
    console.log(`held  ${await trial(on)} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  };
  await withCluster(async (fresh) => {
    for (const trial of [fromNothing, failedMigration, drain, rollBack]) await hold(fresh, trial);
  });
  const previous = await previousChart(cleanup);
  await withCluster((one) => hold(one, fromPrevious(previous)));
};
