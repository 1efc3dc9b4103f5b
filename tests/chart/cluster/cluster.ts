import { Cleanup } from '@dripline/launcher/processes/cleanup';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { findHelm } from '@dripline/tools/chart/find-helm';
import { findBuildTool } from '@dripline/tools/install/find-build-tool';
import { findCrds } from '@dripline/tools/install/find-module-file';
import { skipCommand } from '@dripline/tools/skip';
import { previousChart } from './previous-chart';
import { type Release, release } from './release';
import { startControlPlane } from './start-control-plane';
import {
  changedSecret,
  developmentCluster,
  drainNodes,
  maintenance,
  failedMigration,
  installedExamples,
  newInstallation,
  upgradeFromPrevious,
  rollBack,
  type ChartScenario,
} from './scenarios';

const check = 'The test of the chart on a control plane';

/**
 * `npm run cluster`: installs, upgrades, rolls back and tests the chart on a Kubernetes
 * control plane with simulated nodes.
 */
export const cluster: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}. This command takes no arguments.`, 2);
  const tool = findBuildTool(env, 'kube-control-plane');
  if (!tool)
    throw skipCommand(env, {
      check,
      needs: 'kube-control-plane',
      reason: 'BUILD_TOOLS is not a folder with kube-control-plane.',
    });
  const helm = await findHelm(env, signal);
  if ('missing' in helm) throw skipCommand(env, { check, needs: 'go', reason: helm.missing });
  const crds = (await findCrds(env, signal)).map((crd) => {
    if ('missing' in crd) throw skipCommand(env, { check, needs: 'go', reason: crd.missing });
    return crd.path;
  });

  // Each kind of installation gets a new cluster, because simulated nodes on a slow machine miss heartbeats after a
  // while, and then their pods stay unready.
  const withCluster = async (work: (release: Release) => Promise<void>) => {
    const clusterCleanup = new Cleanup();
    cleanup.add(() => clusterCleanup.run());
    const chartRelease = release({
      inCluster: await startControlPlane(tool, { env, signal, cleanup: clusterCleanup }),
      helm: helm.path,
    });
    await chartRelease.prepare();
    await work(chartRelease);
    await clusterCleanup.run();
  };
  const runScenario = async (target: Release, scenario: ChartScenario) => {
    const startedAt = Date.now();
    console.log(`passed  ${await scenario(target)} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  };
  await withCluster(async (fresh) => {
    const scenarios = [
      newInstallation,
      changedSecret,
      failedMigration,
      drainNodes,
      maintenance,
      rollBack,
      developmentCluster,
    ];
    for (const scenario of scenarios) await runScenario(fresh, scenario);
  });
  await withCluster((fresh) => runScenario(fresh, installedExamples(crds)));
  const previous = await previousChart(cleanup);
  await withCluster((fresh) => runScenario(fresh, upgradeFromPrevious(previous)));
};
