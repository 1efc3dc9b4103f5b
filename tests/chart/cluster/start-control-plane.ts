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

/** Runs a program against the cluster and answers its output; throws a Failure with what it said. */
export type InCluster = (command: string, ...args: string[]) => Promise<string>;

/** Starts a control plane with simulated nodes, in a folder of its own, and ends it with everything else. */
export async function startControlPlane(
  tool: string,
  { env, signal, cleanup }: Pick<Parameters<Command>[0], 'env' | 'signal' | 'cleanup'>,
): Promise<InCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-cluster-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const ordinary = childEnv(env.variables, ['GO*']);
  cleanup.add(() => exec(tool, ['down', folder], { env: ordinary }));
  // What it starts stays in the background; kept on a leash it would end with this step.
  const starting = ['-c', 'setsid "$@" 3<&-; exit $?', 'sh', tool, 'up', folder];
  await runStep(
    {
      name: 'Starting a Kubernetes control plane (some minutes the first time)',
      command: '/bin/sh',
      args: starting,
      env: ordinary,
    },
    { signal },
  );
  const inCluster = { ...ordinary, PATH: `${folder}/bin:${env.PATH}`, KUBECONFIG: join(folder, 'kubeconfig') };
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
