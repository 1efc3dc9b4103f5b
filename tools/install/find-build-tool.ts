import { join, resolve } from 'node:path';
import type { Env } from '@dripline/launcher/env';
import { isExecutable } from '@dripline/launcher/install/find-tool';
import { root } from '@dripline/launcher/paths';

/** A program of the folder BUILD_TOOLS, which is not part of this repository; undefined where it is not there. */
export function findBuildTool({ BUILD_TOOLS }: Pick<Env, 'BUILD_TOOLS'>, name: string): string | undefined {
  if (!BUILD_TOOLS) return undefined;
  const path = join(resolve(root, BUILD_TOOLS), name);
  return isExecutable(path) ? path : undefined;
}
