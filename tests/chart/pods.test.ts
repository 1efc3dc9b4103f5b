import { join } from 'node:path';
import { NOTIFICATION_TASK_QUEUE, TASK_QUEUE, WEBHOOK_TASK_QUEUE } from '@dripline/contract/workflows';
import { chart } from '@dripline/tools/chart/render-chart';
import {
  containersOf,
  ofKind,
  podOf,
  render,
  type Rendered,
  reportMissingHelm,
  withHelm,
  workloadsOf,
} from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

const renderWith = (values: object, preset = 'examples/minimal') =>
  render(
    ...['-f', join(chart, `${preset}.yaml`)],
    ...Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]),
  );
const componentOf = ({ metadata }: Rendered) => metadata.labels!['app.kubernetes.io/component']!;
const everywhere = ['graphql', 'migrate', 'rest-facade', 'smoke-test', 'web', 'workflows'];
/** The components for which the check holds. */
const where = (objects: Rendered[], check: (object: Rendered) => boolean) =>
  workloadsOf(objects).filter(check).map(componentOf).sort();

withHelm('pods of the chart', () => {
  test('run where and as all pods should', async () => {
    const shared = {
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'high',
    };
    const objects = await renderWith({ ...shared, podAnnotations: { team: 'leads' }, podLabels: { cost: 'leads' } });
    expect(workloadsOf(objects).map(componentOf).sort()).toEqual(everywhere);
    for (const workload of workloadsOf(objects)) {
      expect(podOf(workload)).toMatchObject(shared);
      expect(workload.spec!.template!.metadata).toMatchObject({
        annotations: { team: 'leads' },
        labels: { cost: 'leads', 'app.kubernetes.io/component': componentOf(workload) },
      });
    }
  });

  test('get the extra variables and volumes in the services and the migration', async () => {
    const extra = {
      extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/ca/ca.crt' }],
      extraEnvFrom: [{ configMapRef: { name: 'proxy' } }],
      extraVolumes: [{ name: 'ca', configMap: { name: 'company-ca' } }],
      extraVolumeMounts: [{ name: 'ca', mountPath: '/ca', readOnly: true }],
    };
    const objects = await renderWith(extra);
    const includes = (list: unknown[] | undefined, item: unknown) =>
      (list ?? []).some((entry) => JSON.stringify(entry) === JSON.stringify(item));
    const services = everywhere.filter((component) => component !== 'smoke-test');
    const inContainer = (key: 'env' | 'envFrom' | 'volumeMounts', item: unknown) =>
      where(objects, (object) => includes(containersOf(object)[0]![key], item));
    expect(inContainer('envFrom', extra.extraEnvFrom[0])).toEqual(services);
    expect(inContainer('env', extra.extraEnv[0])).toEqual(services);
    expect(where(objects, (object) => JSON.stringify(containersOf(object)).includes('"mountPath":"/ca"'))).toEqual(
      services,
    );
    expect(where(objects, (object) => JSON.stringify(podOf(object).volumes ?? []).includes('company-ca'))).toEqual(
      services,
    );
  });

  test.each([
    ['graphql', 'graphql'],
    ['restFacade', 'rest-facade'],
    ['workflows', 'workflows'],
    ['web', 'web'],
    ['migration', 'migrate'],
  ])('of %s are scheduled by its own values, and add its own variables', async (key, component) => {
    const objects = await renderWith({
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'all', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      extraEnv: [
        { name: 'LOG_LEVEL', value: 'warn' },
        { name: 'TZ', value: 'UTC' },
      ],
      [`${key}.nodeSelector`]: { spot: 'true' },
      [`${key}.tolerations`]: [{ key: 'spot', operator: 'Exists' }],
      [`${key}.affinity`]: { podAffinity: {} },
      [`${key}.extraEnv`]: [{ name: 'LOG_LEVEL', value: 'debug' }],
    });
    const own = workloadsOf(objects).find((object) => componentOf(object) === component)!;
    expect(podOf(own)).toMatchObject({
      nodeSelector: { spot: 'true' },
      tolerations: [{ key: 'spot', operator: 'Exists' }],
      affinity: { podAffinity: {} },
    });
    const extra = containersOf(own)[0]!.env!.filter(({ name }) => ['LOG_LEVEL', 'TZ'].includes(name));
    expect(extra).toEqual([
      { name: 'TZ', value: 'UTC' },
      { name: 'LOG_LEVEL', value: 'debug' },
    ]);
    expect(where(objects, (object) => podOf(object).nodeSelector!['disk'] === 'ssd')).toEqual(
      // The smoke test runs as a pod of web.
      everywhere.filter((name) => name !== component && !(component === 'web' && name === 'smoke-test')),
    );
  });

  test('get each variable once if extraEnv replaces one of the chart', async () => {
    const replaced = [
      { name: 'PGSSLMODE', value: 'require' },
      { name: 'GOOGLE_APPLICATION_CREDENTIALS', value: '/federation/gcs.json' },
    ];
    const objects = await renderWith({
      'database.sslmode': 'verify-full',
      'objectStore.credentialsSecret': 'gcs',
      extraEnv: replaced,
    });
    for (const workload of workloadsOf(objects).filter((object) => componentOf(object) !== 'smoke-test')) {
      const env = containersOf(workload)[0]!.env!;
      expect(env).toEqual(expect.arrayContaining(replaced));
      const names = env.map(({ name }) => name);
      expect([...new Set(names)]).toEqual(names);
    }
  });

  test('have no fixed user if the values set it to null, as OpenShift requires', async () => {
    const fixed = await renderWith({});
    const users = (objects: Rendered[]) =>
      workloadsOf(objects).flatMap(
        (object) => JSON.stringify(object).match(/"(runAs(User|Group)|fsGroup)":\d+/g) ?? [],
      );
    expect(users(fixed)).toHaveLength(3 * everywhere.length);
    const free = await renderWith({
      'podSecurityContext.runAsUser': null,
      'podSecurityContext.runAsGroup': null,
      'podSecurityContext.fsGroup': null,
    });
    expect(users(free)).toEqual([]);
    expect(JSON.stringify(workloadsOf(free))).not.toContain('null');
    for (const workload of workloadsOf(free))
      expect(podOf(workload).securityContext).toEqual({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
  });

  test('use service accounts that exist already', async () => {
    const keys = ['graphql', 'restFacade', 'workflows', 'web', 'migration'];
    const objects = await renderWith(
      Object.fromEntries(
        keys.map((key) => [`${key}.serviceAccount`, { create: false, name: `existing-${key.toLowerCase()}` }]),
      ),
    );
    expect(ofKind(objects, 'ServiceAccount')).toEqual([]);
    expect(
      Object.fromEntries(workloadsOf(objects).map((object) => [componentOf(object), podOf(object).serviceAccountName])),
    ).toEqual({
      graphql: 'existing-graphql',
      'rest-facade': 'existing-restfacade',
      workflows: 'existing-workflows',
      web: 'existing-web',
      'smoke-test': 'existing-web',
      migrate: 'existing-migration',
    });
  });

  test('use a service account of the release, with its annotations, otherwise', async () => {
    const objects = await renderWith({ 'web.serviceAccount': { name: 'leads-web', annotations: { team: 'leads' } } });
    const accounts = ofKind(objects, 'ServiceAccount').map(({ metadata }) => metadata.name);
    expect(accounts.sort()).toEqual([
      'acme-graphql',
      'acme-migrate',
      'acme-rest-facade',
      'acme-workflows',
      'leads-web',
    ]);
    expect(where(objects, (object) => accounts.includes(podOf(object).serviceAccountName!))).toEqual(everywhere);
    expect(ofKind(objects, 'ServiceAccount').filter(({ metadata }) => metadata.annotations?.['team'])).toHaveLength(1);
  });

  test('are annotated on deployments and services, for all or for one', async () => {
    const objects = await renderWith({
      deploymentAnnotations: { 'reloader.stakater.com/auto': 'true' },
      serviceAnnotations: { team: 'leads', tier: 'all' },
      'web.serviceAnnotations': { tier: 'web' },
    });
    const annotations = (kind: string) => ofKind(objects, kind).map(({ metadata }) => metadata.annotations);
    expect(annotations('Deployment')).toEqual(Array(4).fill({ 'reloader.stakater.com/auto': 'true' }));
    expect(
      Object.fromEntries(
        ofKind(objects, 'Service').map((service) => [componentOf(service), service.metadata.annotations]),
      ),
    ).toEqual({
      graphql: { team: 'leads', tier: 'all' },
      'rest-facade': { team: 'leads', tier: 'all' },
      workflows: { team: 'leads', tier: 'all' },
      web: { team: 'leads', tier: 'web' },
    });
  });

  test('scale with the behavior of each autoscaler', async () => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 600 } };
    const objects = await renderWith({ 'graphql.autoscaling.behavior': behavior });
    const scalers = ofKind(objects, 'HorizontalPodAutoscaler');
    expect(scalers.filter(({ spec }) => spec!.behavior).map(componentOf)).toEqual(['graphql']);
    expect(scalers.find((scaler) => componentOf(scaler) === 'graphql')!.spec!.behavior).toEqual(behavior);
  });

  test('of the worker scale with KEDA by each of its task queues', async () => {
    const objects = await render('-f', join(chart, 'examples/openshift.yaml'));
    const [scaler] = ofKind(objects, 'ScaledObject');
    expect(scaler!.spec).toMatchObject({
      scaleTargetRef: { name: 'acme-workflows' },
      minReplicaCount: 2,
      maxReplicaCount: 10,
    });
    const queues = [TASK_QUEUE, NOTIFICATION_TASK_QUEUE, WEBHOOK_TASK_QUEUE];
    expect(scaler!.spec!.triggers).toEqual(
      queues.map((taskQueue) => ({
        type: 'temporal',
        metadata: {
          endpoint: 'acme.a1b2c.tmprl.cloud:7233',
          namespace: 'acme.a1b2c',
          taskQueue,
          queueTypes: 'workflow,activity',
          targetQueueSize: '20',
        },
        authenticationRef: { name: 'temporal' },
      })),
    );
    // Two autoscalers of the same deployment would work against each other.
    expect(ofKind(objects, 'HorizontalPodAutoscaler').map(componentOf).sort()).toEqual([
      'graphql',
      'rest-facade',
      'web',
    ]);
    const worker = ofKind(objects, 'Deployment').find((object) => componentOf(object) === 'workflows');
    expect(worker!.spec!.replicas).toBeUndefined();
  });
});
