import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { chart } from '@dripline/tools/chart/render-chart';
import { readBlock } from '../../harness/read-block';
import type { InCluster } from './start-control-plane';

const namespace = 'dripline';
const name = 'acme';
const waitMs = 60_000;

interface Deployment {
  metadata: { name: string };
  spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
  status: { availableReplicas?: number; updatedReplicas?: number; replicas?: number };
}

/** A release of the chart in a namespace. */
export interface Release {
  prepare(): Promise<void>;
  helm(verb: string, ...args: string[]): Promise<string>;
  /** Installs or upgrades the release with a file of values in the chart, and waits. Rejects if Helm fails. */
  apply(options?: { from?: string; values?: string; set?: string[]; timeout?: string }): Promise<string>;
  kubectl(...args: string[]): Promise<string>;
  /** Runs a block of the page "Back up and restore" for this release. */
  runBlock(name: string): Promise<string>;
  /** Runs the script that creates the secrets of a development cluster. */
  makeSecrets(): Promise<string>;
  deployments(): Promise<Deployment[]>;
  /** Returns the ids of the pods of deployments, sorted. */
  pods(): Promise<string[]>;
  /** Waits until all deployments have all of their replicas, and at least two. Throws a Failure. */
  waitUntilComplete(): Promise<void>;
}

export interface ReleaseOptions {
  inCluster: InCluster;
  /** Path of Helm. */
  helm: string;
}

/** Returns commands for the release `acme` of the current chart, with the values of an example. */
export function release({ inCluster, helm }: ReleaseOptions): Release {
  const kubectl = (...args: string[]) => inCluster('kubectl', '--namespace', namespace, ...args);
  const deployments = async () =>
    (JSON.parse(await kubectl('get', 'deployments', '-o', 'json')) as { items: Deployment[] }).items;
  const isComplete = ({ spec, status }: Deployment) =>
    spec.replicas >= 2 &&
    status.availableReplicas === spec.replicas &&
    status.updatedReplicas === spec.replicas &&
    status.replicas === spec.replicas;
  return {
    kubectl,
    async runBlock(block) {
      const published = /\bhelm upgrade dripline oci:\/\/\S+ --version \S+/;
      const commands = readBlock(block);
      if (!published.test(commands)) throw new Failure(`The block ${block} upgrades no release.`);
      return inCluster(
        'bash',
        '-euc',
        commands.replace(published, () => `'${helm}' upgrade ${name} '${chart}'`),
      );
    },
    makeSecrets: () => inCluster(join(root, 'k8s/dev/make-secrets')),
    deployments,
    helm: (verb, ...args) => inCluster(helm, verb, name, '--namespace', namespace, ...args),
    apply: ({ from = chart, values = 'examples/minimal.yaml', set = [], timeout = '3m' } = {}) =>
      inCluster(
        helm,
        'upgrade',
        '--install',
        name,
        from,
        '--namespace',
        namespace,
        '-f',
        join(chart, values),
        ...set.flatMap((assignment) => ['--set', assignment]),
        '--wait',
        '--timeout',
        timeout,
      ),
    async prepare() {
      await inCluster('kubectl', 'create', 'namespace', namespace);
      await inCluster('kubectl', 'label', 'namespace', namespace, 'pod-security.kubernetes.io/enforce=restricted');
      for (const secret of ['dripline', 'dripline-migration'])
        await kubectl('create', 'secret', 'generic', secret, '--from-literal=DATABASE_URL=postgres://u:p@h/d');
    },
    async pods() {
      const { items } = JSON.parse(await kubectl('get', 'pods', '-o', 'json')) as {
        items: { metadata: { uid: string; ownerReferences?: { kind: string }[] } }[];
      };
      return items
        .filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === 'ReplicaSet')
        .map(({ metadata }) => metadata.uid)
        .sort();
    },
    async waitUntilComplete() {
      for (const deadline = Date.now() + waitMs; !(await deployments()).every(isComplete); await sleep(250)) {
        if (Date.now() > deadline)
          throw new Failure(
            `Deployments without all replicas: ${(await deployments())
              .filter((deployment) => !isComplete(deployment))
              .map(
                ({ metadata, spec, status }) =>
                  `${metadata.name} (${spec.replicas} desired, ${status.availableReplicas ?? 0} available, ${status.updatedReplicas ?? 0} updated, ${status.replicas ?? 0} in total)`,
              )
              .join(', ')}.`,
          );
      }
    },
  };
}
