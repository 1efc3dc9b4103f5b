import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { chart } from '@dripline/tools/chart/render-chart';
import { devObjects } from './testing/dev-objects';
import { ipAddress, isAllowed, podIn, releasePod } from './testing/evaluate-policies';
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
import { findUnknownPorts } from './testing/find-unknown-ports';

jest.setTimeout(60_000);
reportMissingHelm();

test('k8s/dev consists of all files of its folder except the namespace, which Skaffold would delete with its secrets', () => {
  const objects = devObjects();
  expect(workloadsOf(objects).map(({ metadata }) => metadata.name)).toEqual([
    'postgres',
    'temporal',
    'object-store',
    'twilio',
  ]);
  expect(objects.filter(({ kind }) => ['Namespace', 'Secret', 'PersistentVolumeClaim'].includes(kind))).toEqual([]);
  expect(findUnknownPorts(objects)).toEqual([]);
  const files = readdirSync(join(root, 'k8s/dev')).filter(
    (name) => name.endsWith('.yaml') && !['kustomization.yaml', 'namespace.yaml'].includes(name),
  );
  const { resources } = parse(readFileSync(join(root, 'k8s/dev/kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  expect([...resources].sort()).toEqual(files.sort());
});

test('the namespace enforces the restricted Pod Security standard', () => {
  expect(parse(readFileSync(join(root, 'k8s/dev/namespace.yaml'), 'utf8'))).toMatchObject({
    kind: 'Namespace',
    metadata: { name: 'dripline', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
  });
});

test.each([
  ['postgres', '/var/lib/postgresql', []],
  ['temporal', '/data', ['--db-filename', '/data/temporal.db']],
  ['object-store', '/data/dripline-dev', ['--sidecar=/metadata', '/data']],
])('%s keeps its data on a claim that survives the deletion of the StatefulSet', (name, mountPath, args) => {
  const { kind, spec } = workloadsOf(devObjects()).find(({ metadata }) => metadata.name === name)! as Rendered & {
    spec: { volumeClaimTemplates?: { metadata: { name: string } }[]; persistentVolumeClaimRetentionPolicy?: object };
  };
  expect([kind, spec.persistentVolumeClaimRetentionPolicy]).toEqual(['StatefulSet', undefined]);
  expect(spec.volumeClaimTemplates!.map(({ metadata }) => metadata.name)).toEqual(['data']);
  const [container] = spec.template!.spec.containers;
  expect(container!.volumeMounts).toContainEqual(expect.objectContaining({ name: 'data', mountPath }));
  expect(container!.args ?? []).toEqual(expect.arrayContaining(args));
});

test('the object store starts with the bucket in ci/dev.yaml, at the ports where pods and browsers reach it', () => {
  const values = parse(readFileSync(join(chart, 'ci/dev.yaml'), 'utf8')) as {
    publicUrl: string;
    objectStore: { s3: { bucket: string; endpoint: string; publicEndpoint: string; credentialsSecret: string } };
  };
  const { bucket, endpoint, publicEndpoint, credentialsSecret } = values.objectStore.s3;
  const store = containersOf(workloadsOf(devObjects()).find(({ metadata }) => metadata.name === 'object-store')!)[0]!;
  expect(store.volumeMounts).toContainEqual({ name: 'data', mountPath: `/data/${bucket}`, subPath: 'bucket' });
  expect([endpoint, publicEndpoint]).toEqual(['http://object-store:4443', 'http://localhost:4443']);
  expect(store.args).toEqual(expect.arrayContaining(['--port=:4443', '--cors-allow-origin=*']));
  expect(JSON.stringify(store.env)).toContain(`"name":"${credentialsSecret}","key":"AWS_SECRET_ACCESS_KEY"`);
});

describe('the Twilio emulator', () => {
  const emulator = { namespace: { 'kubernetes.io/metadata.name': 'dripline' }, pod: { app: 'twilio' } };
  const allows = (from: Parameters<typeof isAllowed>[1], to: Parameters<typeof isAllowed>[2], port: number) =>
    isAllowed(devObjects(), from, to, port);

  test('accepts connections from the worker only, and connects to graphql only', () => {
    expect(allows(releasePod('workflows'), emulator, 4010)).toBe(true);
    expect(['web', 'rest-facade', 'graphql'].filter((name) => allows(releasePod(name), emulator, 4010))).toEqual([]);
    expect(allows(podIn('default'), emulator, 4010)).toBe(false);
    expect(allows(emulator, releasePod('graphql'), 4000)).toBe(true);
    expect([443, 80].filter((port) => allows(emulator, ipAddress('142.250.1.1'), port))).toEqual([]);
  });
});

withHelm('the chart with ci/dev.yaml', () => {
  let objects: Rendered[];
  beforeAll(async () => {
    objects = await render('-f', join(chart, 'ci/dev.yaml'));
  });

  test('refers to the services of k8s/dev', () => {
    const { data } = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === 'acme-config')!;
    const services = Object.fromEntries(
      ofKind(devObjects(), 'Service').map(({ metadata, spec }) => [metadata.name, spec!.ports![0]!.port]),
    );
    const addresses = ['TEMPORAL_ADDRESS', 'AWS_ENDPOINT_URL_S3', 'TWILIO_API_BASE'].map((name) =>
      data![name]!.replace('http://', '').split(':'),
    );
    expect(addresses.map(([host, port]) => services[host!] === Number(port))).toEqual([true, true, true]);
    const env = podOf(workloadsOf(devObjects()).find(({ metadata }) => metadata.name === 'twilio')!).containers[0]!
      .env!;
    const valueOf = (name: string) => env.find((variable) => variable.name === name)!.value;
    expect(data).toMatchObject({
      TWILIO_ACCOUNT_SID: valueOf('TWILIO_ACCOUNT_SID'),
      PUBLIC_URL: valueOf('PUBLIC_URL'),
      FACADE_URL: 'http://acme-rest-facade:3000',
    });
  });

  test.each(['ci/prod', 'ci/staging', 'examples/minimal'])('has no development settings with %s.yaml', async (name) => {
    const text = JSON.stringify(await render('-f', join(chart, `${name}.yaml`)));
    expect(text).not.toMatch(/TWILIO_API_BASE|FACADE_URL|GRAPHQL_PLAYGROUND":"on/);
  });
});
