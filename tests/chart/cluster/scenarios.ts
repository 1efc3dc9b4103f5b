import { Failure } from '@dripline/launcher/failure';
import type { PreviousChart } from './previous-chart';
import type { Release } from './release';

/** Does one thing to the release and answers, in words, what held; throws a Failure where it did not. */
export type Trial = (release: Release) => Promise<string>;

const nodes = ['n1', 'n2', 'n3'];

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Failure(otherwise);
}

/** Whether it was refused; what it says must match, or it was refused for another reason. */
async function isRefused(attempt: Promise<string>, reason: RegExp): Promise<boolean> {
  const said = await attempt.then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (said !== undefined && !reason.test(said)) throw new Failure(`Refused, but not for ${reason}: ${said}`);
  return said !== undefined;
}

const imagesOf = async (release: Release) =>
  (await release.deployments()).map(({ spec }) => spec.template.spec.containers[0]!.image).sort();

export const fromNothing: Trial = async (release) => {
  const ordinary = release.kubectl('run', 'ordinary', '--image=x');
  expect(
    await isRefused(ordinary, /violates PodSecurity "restricted/),
    'The namespace lets any pod in: nothing below would prove anything.',
  );
  await release.apply();
  await release.untilWhole();
  expect((await release.deployments()).length === 4, 'There are not four deployments.');
  await release.helm('test');
  return 'from nothing: installed under restricted Pod Security, four deployments of two pods or more, helm test passes';
};

export const failedMigration: Trial = async (release) => {
  const [pods, images] = [await release.pods(), await imagesOf(release)];
  // No node has a thousand processors: the migration never starts, and its deadline ends it.
  const broken = ['images.tag=9.9.9', 'migration.resources.requests.cpu=1000000m', 'migration.deadlineSeconds=10'];
  expect(
    await isRefused(release.apply({ set: broken, timeout: '2m' }), /pre-upgrade hooks failed/),
    'An upgrade went on past a migration that failed.',
  );
  expect(String(await release.pods()) === String(pods), 'A failed migration cost a pod.');
  expect(String(await imagesOf(release)) === String(images), 'A failed migration changed an image.');
  await release.apply({ set: ['images.tag=0.1.1'] });
  await release.untilWhole();
  expect(
    (await imagesOf(release)).every((image) => image.endsWith(':0.1.1')),
    'After a failed upgrade the next one does not go through.',
  );
  return 'a migration that fails stops the upgrade, the old pods stay; the next upgrade goes through';
};

export const drain: Trial = async (release) => {
  // With every node shut no successor can start, so the budgets alone keep pods alive.
  for (const node of nodes) await release.kubectl('cordon', node);
  const evicting = release.kubectl('drain', ...nodes, '--delete-emptydir-data', '--force', '--timeout=15s');
  expect(await isRefused(evicting, /disruption budget|global timeout/), 'Every pod could be evicted at once.');
  for (const { metadata, spec, status } of await release.deployments()) {
    expect(
      (status.availableReplicas ?? 0) >= spec.replicas - 1,
      `${metadata.name} was left with ${status.availableReplicas ?? 0} of ${spec.replicas} pods.`,
    );
  }
  for (const node of nodes) await release.kubectl('uncordon', node);
  await release.untilWhole();
  await release.kubectl('drain', nodes[0]!, '--delete-emptydir-data', '--force', '--timeout=60s');
  await release.untilWhole();
  await release.kubectl('uncordon', nodes[0]!);
  return 'draining all nodes is refused with at most one pod of each gone; draining one goes through';
};

export const rollBack: Trial = async (release) => {
  await release.helm('rollback', '1', '--wait', '--timeout', '3m');
  await release.untilWhole();
  expect(
    (await imagesOf(release)).every((image) => image.endsWith(':0.1.0')),
    'A rollback did not bring the first images back.',
  );
  await release.helm('test');
  return 'rolled back to the first revision, helm test passes';
};

export const fromPrevious =
  ({ folder, name }: PreviousChart): Trial =>
  async (release) => {
    await release.apply({ from: folder });
    await release.untilWhole();
    await release.apply({ set: ['images.tag=0.2.0', 'productName=Other'] });
    await release.untilWhole();
    expect(
      (await imagesOf(release)).every((image) => image.endsWith(':0.2.0')),
      'The upgrade left old images behind.',
    );
    await release.helm('test');
    return `upgraded from ${name}, helm test passes`;
  };
