import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool, findInstalledGoTool, type GoTool } from '../install/find-go-tool';

const ofPrometheus = {
  version: '0.313.5',
  // Service discovery has many dependencies.
  asDependency: { tags: 'remove_all_sd' },
};

const promtool: GoTool = {
  ...ofPrometheus,
  name: 'promtool',
  program: 'promtool',
  variable: 'PROMTOOL_PATH',
  goPackage: 'github.com/prometheus/prometheus/cmd/promtool',
  duration: 'about three minutes',
};

const prometheus: GoTool = {
  ...ofPrometheus,
  name: 'Prometheus',
  program: 'prometheus',
  variable: 'PROMETHEUS_PATH',
  goPackage: 'github.com/prometheus/prometheus/cmd/prometheus',
  // After promtool, which shares most of it.
  duration: 'about a minute',
};

/** Finds promtool, or builds it if it is missing. */
export const findPromtool = (env: Env, signal?: AbortSignal): Promise<ToolResult> => findGoTool(promtool, env, signal);

/** Finds promtool without building it. */
export const findInstalledPromtool = (env: Env): Promise<ToolResult> =>
  findInstalledGoTool(promtool, env, 'Run `npm run check` once, or set PROMTOOL_PATH.');

/** Finds Prometheus, or builds it if it is missing. */
export const findPrometheus = (env: Env, signal?: AbortSignal): Promise<ToolResult> =>
  findGoTool(prometheus, env, signal);

/** Finds Prometheus without building it. */
export const findInstalledPrometheus = (env: Env): Promise<ToolResult> =>
  findInstalledGoTool(prometheus, env, 'Run `npm run test:faults` once, or set PROMETHEUS_PATH.');
