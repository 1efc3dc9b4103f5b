import { Cleanup } from '@dripline/launcher/processes/cleanup';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findHelm } from '@dripline/tools/chart/find-helm';
import { findKubeStateMetrics } from '@dripline/tools/chart/find-kube-state-metrics';
import { findPrometheus } from '@dripline/tools/chart/find-prometheus';
import { findBuildTool } from '@dripline/tools/install/find-build-tool';
import { findCrds } from '@dripline/tools/install/find-module-file';
import { skipCommand } from '@dripline/tools/skip';
import { previousChart } from './previous-chart';
import { type Release, release } from './release';
import { startControlPlane } from './start-control-plane';
import { watchCluster } from './watch-cluster';
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
  const pathOf = (tool: ToolResult): string => {
    if ('missing' in tool) throw skipCommand(env, { check, needs: 'go', reason: tool.missing });
    return tool.path;
  };
  const helm = pathOf(await findHelm(env, signal));
  const programs = {
    kubeStateMetrics: pathOf(await findKubeStateMetrics(env, signal)),
    prometheus: pathOf(await findPrometheus(env, signal)),
  };
  const crds = (await findCrds(env, signal)).map(pathOf);

  // Each kind of installation gets a new cluster, because simulated nodes on a slow machine miss heartbeats after a
  // while, and then their pods stay unready.
  const withCluster = async (work: (release: Release) => Promise<void>) => {
    const clusterCleanup = new Cleanup();
    cleanup.add(() => clusterCleanup.run());
    const chartRelease = release({
      inCluster: await startControlPlane(tool, { env, signal, cleanup: clusterCleanup }),
      helm,
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
      failedMigration((target) => watchCluster(target, programs, cleanup)),
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
