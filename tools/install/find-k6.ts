import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool, findInstalledGoTool, type GoTool } from './find-go-tool';

const k6: GoTool = {
  name: 'k6',
  program: 'k6',
  version: '1.8.1',
  variable: 'K6_PATH',
  goPackage: 'go.k6.io/k6',
  duration: 'about two minutes',
};

/** Finds k6, or builds it if it is missing. */
export const findK6 = (env: Env, signal?: AbortSignal): Promise<ToolResult> => findGoTool(k6, env, signal);

/** Finds k6 without building it. */
export const findInstalledK6 = (env: Env): Promise<ToolResult> =>
  findInstalledGoTool(k6, env, 'Run `npm run load` once, or set K6_PATH.');
