import { join } from 'node:path';
import { buildWithGo } from '@dripline/launcher/install/build-with-go';
import type { Env } from '@dripline/launcher/env';
import {
  findTool,
  type ToolResult,
  fromCache,
  fromVariable,
  fromPath,
  orMissing,
  type ToolSource,
} from '@dripline/launcher/install/find-tool';

/** A program that is built with Go if it is not installed. */
export interface GoTool {
  name: string;
  program: string;
  version: string;
  /** Environment variable with the path of the program. */
  variable: `${string}_PATH` & keyof Env;
  /** Go package without the version. */
  goPackage: string;
  /** How long the build takes, such as "about a minute". */
  duration: string;
  /** See `GoBuild`. */
  asDependency?: { tags: string };
}

const cachedPath = ({ program, version }: GoTool, { cacheDir }: Env) => join(cacheDir, `bin/${program}-${version}`);

const installedSources = (tool: GoTool, env: Env): ToolSource[] => [
  fromVariable(tool.variable, env[tool.variable]),
  fromPath(tool.program, env.PATH),
  fromCache(cachedPath(tool, env)),
];

/** Finds the program, or builds it if it is missing. */
export function findGoTool(tool: GoTool, env: Env, signal?: AbortSignal): Promise<ToolResult> {
  const { name, version, variable, goPackage, duration, asDependency } = tool;
  const build = {
    name: `Building ${name} with Go (${duration})`,
    goPackage: `${goPackage}@v${version}`,
    path: cachedPath(tool, env),
    asDependency,
  };
  const ways = [...installedSources(tool, env), buildWithGo(build, env, signal)];
  return orMissing(findTool(name, ways, `Install ${name} or Go, or set ${variable}.`));
}

/** Finds the program without building it. */
export const findInstalledGoTool = (tool: GoTool, env: Env, advice: string): Promise<ToolResult> =>
  orMissing(findTool(tool.name, installedSources(tool, env), advice));
