import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool, type GoTool } from '../install/find-go-tool';

const helm: GoTool = {
  name: 'Helm',
  program: 'helm',
  version: '4.3.1',
  variable: 'HELM_PATH',
  goPackage: 'helm.sh/helm/v4/cmd/helm',
  duration: 'about three minutes',
};

/** Finds Helm, or builds it if it is missing. */
export const findHelm = (env: Env, signal?: AbortSignal): Promise<ToolResult> => findGoTool(helm, env, signal);
