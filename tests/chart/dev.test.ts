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

test('k8s/dev consists of all files of its folder, and its namespace enforces the restricted Pod Security standard', () => {
  const objects = devObjects();
  expect(workloadsOf(objects).map(({ metadata }) => metadata.name)).toEqual([
    'postgres',
    'temporal',
    'object-store',
    'twilio',
  ]);
  expect(ofKind(objects, 'Namespace')[0]!.metadata.labels).toEqual({
    'pod-security.kubernetes.io/enforce': 'restricted',
  });
  expect(findUnknownPorts(objects)).toEqual([]);
  const files = readdirSync(join(root, 'k8s/dev')).filter(
    (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
  );
  const { resources } = parse(readFileSync(join(root, 'k8s/dev/kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  expect([...resources].sort()).toEqual(files.sort());
});

test('the storage emulator starts with the bucket in ci/dev.yaml', () => {
  const bucket = /bucket: ([\w-]+)/.exec(readFileSync(join(chart, 'ci/dev.yaml'), 'utf8'))![1];
  const store = workloadsOf(devObjects()).find(({ metadata }) => metadata.name === 'object-store')!;
  expect(containersOf(store)[0]!.volumeMounts).toContainEqual({ name: 'data', mountPath: `/data/${bucket}` });
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
    const addresses = ['TEMPORAL_ADDRESS', 'GCS_API_ENDPOINT', 'TWILIO_API_BASE'].map((name) =>
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
