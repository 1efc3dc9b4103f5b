import { join } from 'node:path';
import { childEnv } from './processes/child-env';
import type { Env } from './env';
import type { Log } from './processes/log-file';
import { root } from './paths';
import { SupervisedProcess } from './processes/supervised-process';

/** Compiles the services whenever a source file changes. */
export const startCompiler = (env: Env, log: Log): SupervisedProcess =>
  new SupervisedProcess(
    {
      name: 'compiler',
      command: process.execPath,
      args: [join(root, 'node_modules/typescript/bin/tsc'), '-b', '--watch', '--preserveWatchOutput'],
      env: childEnv(env.variables, []),
      cwd: root,
    },
    { log },
  ).start();
