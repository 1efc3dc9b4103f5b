import { join, resolve } from 'node:path';
import type { Env } from './env';
import { isExecutable } from './find-tool';
import { root } from './paths';

/** A program of the folder BUILD_TOOLS, which is not part of this repository; undefined where it is not there. */
export function findBuildTool({ BUILD_TOOLS }: Pick<Env, 'BUILD_TOOLS'>, name: string): string | undefined {
  const path = join(resolve(root, BUILD_TOOLS), name);
  return isExecutable(path) ? path : undefined;
}
