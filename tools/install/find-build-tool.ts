import { join, resolve } from 'node:path';
import type { Env } from '@dripline/launcher/env';
import { isExecutable } from '@dripline/launcher/install/find-tool';
import { root } from '@dripline/launcher/paths';

/** Returns the path of a program in the folder BUILD_TOOLS, or undefined if it is missing. */
export function findBuildTool({ BUILD_TOOLS }: Pick<Env, 'BUILD_TOOLS'>, name: string): string | undefined {
  if (!BUILD_TOOLS) return undefined;
  const path = join(resolve(root, BUILD_TOOLS), name);
  return isExecutable(path) ? path : undefined;
}
