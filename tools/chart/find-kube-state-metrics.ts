import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool } from '../install/find-go-tool';

/** Finds kube-state-metrics, or builds it if it is missing. */
export const findKubeStateMetrics = (env: Env, signal?: AbortSignal): Promise<ToolResult> =>
  findGoTool(
    {
      name: 'kube-state-metrics',
      program: 'kube-state-metrics',
      version: '2.18.0',
      variable: 'KUBE_STATE_METRICS_PATH',
      goPackage: 'k8s.io/kube-state-metrics/v2',
      duration: 'about three minutes',
      // `go install` also requires the list of all versions, which not every module proxy has.
      asDependency: { tags: '' },
    },
    env,
    signal,
  );
