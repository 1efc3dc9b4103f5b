import { CANNOT_RUN } from '../cannot-run';
import type { Command } from '../command';
import { Failure } from '../failure';
import { findHelm } from '../chart/find-helm';
import { chart } from '../chart/render-chart';
import { findBuildTool } from '../find-build-tool';
import { forAnyKubernetes } from './for-any-kubernetes';
import { previousChart } from './previous-chart';
import { release } from './release';
import { startControlPlane } from './start-control-plane';
import { drain, failedMigration, fromNothing, fromPrevious, rollBack } from './trials';

/** `npm run cluster`: installs, upgrades, rolls back and tests the chart on a real control plane, in a namespace that enforces restricted Pod Security. */
export const cluster: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}: this command takes none.`, 2);
  const tool = findBuildTool(env, 'kube-control-plane');
  if (!tool) throw new Failure('The chart cannot be installed here: BUILD_TOOLS has no kube-control-plane.', CANNOT_RUN);
  const helm = await findHelm(env, signal);
  if ('missing' in helm) throw new Failure(`The chart cannot be installed here: ${helm.missing}`, CANNOT_RUN);

  const inCluster = await startControlPlane(tool, { env, signal, cleanup });
  const ours = release(inCluster, helm.path, forAnyKubernetes(chart, cleanup));
  await ours.prepare();
  const previous = await previousChart(cleanup);
  for (const trial of [fromNothing, failedMigration, drain, rollBack, fromPrevious(previous)]) {
    const startedAt = Date.now();
    const told = await trial(ours);
    console.log(`held  ${told} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  }
};
