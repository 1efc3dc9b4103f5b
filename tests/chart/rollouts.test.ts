import { basename } from 'node:path';
import { presets } from '@dripline/tools/chart/render-chart';
import { findUnknownPorts } from './testing/find-unknown-ports';
import { ofKind, podOf, render, type Rendered, reportMissingHelm, withHelm } from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

// What kube-score and checkov do not check.
withHelm('the chart', () => {
  describe.each(presets().map((file) => [basename(file), file]))('with %s', (_, file) => {
    let objects: Rendered[];
    beforeAll(async () => {
      objects = await render('-f', file);
    });
    const each = (kind: string) => ofKind(objects, kind);

    test('replaces a pod only when its successor is ready, after load balancers have deregistered it', () => {
      expect(each('Deployment')).toHaveLength(4);
      for (const deployment of each('Deployment')) {
        expect(deployment.spec!.strategy).toMatchObject({
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 0 },
        });
        expect(podOf(deployment).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(40);
        expect(podOf(deployment).containers).toMatchObject([{ lifecycle: { preStop: { sleep: { seconds: 5 } } } }]);
      }
    });

    test('spreads the pods of a deployment over zones and nodes', () => {
      for (const deployment of each('Deployment'))
        expect(podOf(deployment).topologySpreadConstraints).toMatchObject(
          ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
            topologyKey,
            labelSelector: { matchLabels: deployment.spec!.selector!.matchLabels },
          })),
        );
    });

    test('lets nodes drain, even when pods are unhealthy', () => {
      expect(each('PodDisruptionBudget')).toHaveLength(4);
      for (const { spec } of each('PodDisruptionBudget')) {
        expect(spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
        expect(spec!.minAvailable).toBeUndefined();
      }
    });

    test('has only probes and services with ports that exist', () => expect(findUnknownPorts(objects)).toEqual([]));

    test('ends and deletes each job after a time', () => {
      expect(each('Job').length).toBeGreaterThan(0);
      for (const { spec } of each('Job'))
        expect(spec).toMatchObject({
          backoffLimit: expect.any(Number),
          activeDeadlineSeconds: expect.any(Number),
          ttlSecondsAfterFinished: expect.any(Number),
        });
    });

    test('runs nothing during maintenance, and migrates no database', async () => {
      const during = await render('-f', file, '--set', 'maintenance=true');
      expect(ofKind(during, 'Deployment').map(({ spec }) => spec!.replicas)).toEqual([0, 0, 0, 0]);
      expect([...ofKind(during, 'HorizontalPodAutoscaler'), ...ofKind(during, 'ScaledObject')]).toEqual([]);
      expect(ofKind(during, 'Job').filter(({ metadata }) => metadata.name.includes('migrate'))).toEqual([]);
    });
  });
});
