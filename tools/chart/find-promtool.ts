import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool, findInstalledGoTool, type GoTool } from '../install/find-go-tool';

const promtool: GoTool = {
  name: 'promtool',
  program: 'promtool',
  version: '0.313.5',
  variable: 'PROMTOOL_PATH',
  goPackage: 'github.com/prometheus/prometheus/cmd/promtool',
  duration: 'about three minutes',
  // Service discovery has many dependencies.
  asDependency: { tags: 'remove_all_sd' },
};

/** Finds promtool, or builds it if it is missing. */
export const findPromtool = (env: Env, signal?: AbortSignal): Promise<ToolResult> => findGoTool(promtool, env, signal);

/** Finds promtool without building it. */
export const findInstalledPromtool = (env: Env): Promise<ToolResult> =>
  findInstalledGoTool(promtool, env, 'Run `npm run check` once, or set PROMTOOL_PATH.');
