import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@dripline/launcher/failure';
import { chart } from '@dripline/tools/chart/render-chart';
import type { InCluster } from './start-control-plane';

const namespace = 'dripline';
const name = 'acme';
const waitMs = 60_000;

interface Deployment {
  metadata: { name: string };
  spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
  status: { availableReplicas?: number; updatedReplicas?: number; replicas?: number };
}

/** One release of the chart in one namespace, and what the trials do with it. */
export interface Release {
  prepare(): Promise<void>;
  helm(verb: string, ...args: string[]): Promise<string>;
  /** Installs or upgrades and waits; rejects where Helm gives up. */
  apply(options?: { from?: string; set?: string[]; timeout?: string }): Promise<string>;
  kubectl(...args: string[]): Promise<string>;
  deployments(): Promise<Deployment[]>;
  /** The ids of the pods that serve, sorted. */
  pods(): Promise<string[]>;
  /** Waits until every deployment is as large as it shall be, and at least two. Throws a Failure. */
  untilWhole(): Promise<void>;
}

export interface ReleaseOptions {
  inCluster: InCluster;
  /** Helm's path. */
  helm: string;
  /** The chart as it is now. */
  today: string;
}

/** Commands for the release `acme` of today's chart, with the values of ci/min.yaml. */
export function release({ inCluster, helm, today }: ReleaseOptions): Release {
  const kubectl = (...args: string[]) => inCluster('kubectl', '--namespace', namespace, ...args);
  const deployments = async () =>
    (JSON.parse(await kubectl('get', 'deployments', '-o', 'json')) as { items: Deployment[] }).items;
  const isWhole = ({ spec, status }: Deployment) =>
    spec.replicas >= 2 &&
    status.availableReplicas === spec.replicas &&
    status.updatedReplicas === spec.replicas &&
    status.replicas === spec.replicas;
  return {
    kubectl,
    deployments,
    helm: (verb, ...args) => inCluster(helm, verb, name, '--namespace', namespace, ...args),
    apply: ({ from = today, set = [], timeout = '3m' } = {}) =>
      inCluster(
        helm,
        'upgrade',
        '--install',
        name,
        from,
        '--namespace',
        namespace,
        '-f',
        join(chart, 'ci/min.yaml'),
        ...set.flatMap((each) => ['--set', each]),
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
    async untilWhole() {
      for (const deadline = Date.now() + waitMs; !(await deployments()).every(isWhole); await sleep(250)) {
        if (Date.now() > deadline)
          throw new Failure(
            `These are not as large as they shall be: ${(await deployments())
              .filter((each) => !isWhole(each))
              .map(
                ({ metadata, spec, status }) =>
                  `${metadata.name} (${spec.replicas} asked for, ${status.availableReplicas ?? 0} there, ${status.updatedReplicas ?? 0} new, ${status.replicas ?? 0} in all)`,
              )
              .join(', ')}.`,
          );
      }
    },
  };
}
