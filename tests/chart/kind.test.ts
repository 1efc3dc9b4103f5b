import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { chart } from '@dripline/tools/chart/render-chart';
import { devObjects } from './testing/dev-objects';
import { containersOf, matches, ofKind, render, reportMissingHelm, withHelm, workloadsOf } from './testing/objects';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workflow = read('.ci/kind/run');
const setup = read('k8s/kind/up');

reportMissingHelm();

withHelm('the chart on the kind cluster of CI', () => {
  const rendered = render('-f', join(chart, 'examples/kind.yaml'));

  it('runs the images that the script builds, behind Traefik on localhost', async () => {
    const objects = await rendered;
    const built = ['graphql', 'rest-facade', 'workflows', 'web'].map((name) => `dripline/${name}:kind`);
    const used = workloadsOf(objects).flatMap((object) => containersOf(object).map(({ image }) => image));
    expect([...new Set(used)].sort()).toEqual(built.sort());
    expect(setup).toContain('dripline/{graphql,rest-facade,workflows,web}:kind');
    const [ingress] = ofKind(objects, 'Ingress');
    expect(ingress?.spec).toMatchObject({ ingressClassName: 'traefik', rules: [{ host: 'localhost' }] });
  });

  it('has network policies that admit Traefik and reach the dependencies of k8s/dev', async () => {
    const policies = ofKind(await rendered, 'NetworkPolicy');
    const peers = (port: number) =>
      policies
        .flatMap(({ spec }) => spec?.egress ?? [])
        .filter(({ ports }) => ports?.some((each) => each.port === port))
        .flatMap(({ to = [] }) => to);
    const labelsOf = (name: string) =>
      devObjects().find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name)?.spec?.template
        ?.metadata.labels;
    for (const [name, port] of [
      ['postgres', 5432],
      ['temporal', 7233],
      ['object-store', 4443],
    ] as const) {
      expect(labelsOf(name)).toBeDefined();
      expect(peers(port)).not.toEqual([]);
      for (const { podSelector } of peers(port)) expect(matches(labelsOf(name), podSelector?.matchLabels)).toBe(true);
    }
    const admitted = policies.flatMap(({ spec }) => spec?.ingress ?? []).flatMap(({ from = [] }) => from);
    const namespace = { matchLabels: { 'kubernetes.io/metadata.name': 'traefik' } };
    expect(admitted).toContainEqual({ namespaceSelector: namespace });
    expect(setup).toContain('--namespace traefik');
  });

  it.each([
    ['graphql', 'readServerEnv'],
    ['rest-facade', 'readEnv'],
    ['workflows', 'readEnv'],
  ])('has settings that the image of %s accepts in production', async (service, read) => {
    const data = ofKind(await rendered, 'ConfigMap').find(({ metadata }) => metadata.name.endsWith('-config'))!.data!;
    const names = ['WORKER_TOKEN', 'LANDING_TOKEN', 'SESSION_SECRET', 'NUMBER_HASH_KEY'];
    const secrets = Object.fromEntries(names.map((name) => [name, `a secret for ${name}`]));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['-e', `require('${join(root, 'services', service, 'dist/env.js')}').${read}()`],
      { encoding: 'utf8', env: { ...data, ...secrets, DATABASE_URL: 'postgres://u:p@h/d', NODE_ENV: 'production' } },
    );
    expect([status, stderr]).toEqual([0, '']);
  });

  it('has the service that the script tries to reach from another namespace', async () => {
    const [, name, port] = /http:\/\/([\w-]+)\.dripline:(\d+)\//.exec(workflow) ?? [];
    const service = ofKind(await rendered, 'Service').find(({ metadata }) => metadata.name.endsWith('-graphql'));
    expect([name, Number(port)]).toEqual(['dripline-graphql', service?.spec?.ports?.[0]?.port]);
  });
});

test.each(['.ci/kind/run', 'k8s/kind/up', 'k8s/kind/send-message'])('%s is valid shell', (path) => {
  expect(() => execFileSync('bash', ['-n', join(root, path)])).not.toThrow();
});

test('the workflow begins with the commands of the guide, from an empty machine to a sent message', () => {
  const [, commands = ''] = /```\n(k8s[^]*?)```/.exec(read('docs/get-started/kubernetes.md')) ?? [];
  expect(commands.trim().split('\n')).toHaveLength(4);
  const [begin] = workflow.split('release() {');
  expect(begin!.slice(begin!.indexOf('cd "'))).toContain(`kubernetes.md.\n${commands}`);
});
