import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { runStep } from '@dripline/launcher/processes/run-step';

const exec = promisify(execFile);

/** Runs a program with access to the cluster and returns its output. Throws a Failure with the program's error. */
export type InCluster = (command: string, ...args: string[]) => Promise<string>;

/** Starts a control plane with simulated nodes, which a cleanup step stops. */
export async function startControlPlane(
  tool: string,
  { env, signal, cleanup }: Pick<Parameters<Command>[0], 'env' | 'signal' | 'cleanup'>,
): Promise<InCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-cluster-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const commonEnv = childEnv(env.variables, ['GO*']);
  cleanup.add(() => exec(tool, ['down', folder], { env: commonEnv }));
  // Runs in its own session, because a managed process group would end with this step and with it the control plane.
  const starting = ['-c', 'setsid "$@" 3<&-; exit $?', 'sh', tool, 'up', folder];
  await runStep(
    {
      name: 'Starting a Kubernetes control plane (several minutes the first time)',
      command: '/bin/sh',
      args: starting,
      env: commonEnv,
    },
    { signal },
  );
  const inCluster = { ...commonEnv, PATH: `${folder}/bin:${env.PATH}`, KUBECONFIG: join(folder, 'kubeconfig') };
  return async (command, ...args) => {
    try {
      return (await exec(command, args, { env: inCluster, signal, maxBuffer: 16 << 20 })).stdout;
    } catch (error) {
      signal.throwIfAborted();
      throw new Failure(
        `${command} ${args[0]}: ${((error as { stderr?: string }).stderr || (error as Error).message).trim()}`,
      );
    }
  };
}
