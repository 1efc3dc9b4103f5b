import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { chart, presets } from '@dripline/tools/chart/render-chart';
import {
  containersOf,
  podOf,
  render,
  type Rendered,
  reportMissingHelm,
  withHelm,
  workloadsOf,
} from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

/** Returns each file of the credentials volume as PATH=SECRET/KEY. */
const filesOf = (object: Rendered) =>
  (podOf(object).volumes ?? []).flatMap(
    ({ projected }) =>
      projected?.sources.flatMap(
        ({ secret }) => secret?.items.map(({ key, path }) => `${path}=${secret.name}/${key}`) ?? [],
      ) ?? [],
  );
const workload = (objects: Rendered[], component: string) =>
  workloadsOf(objects).find(({ metadata }) => metadata.labels!['app.kubernetes.io/component'] === component)!;
const variablesOf = (object: Rendered) =>
  Object.fromEntries(containersOf(object)[0]!.env!.map(({ name, value }) => [name, value]));

withHelm('secrets', () => {
  test('with certificates of Temporal, such as of cert-manager, replace the keys of the same purpose', async () => {
    const objects = await render(
      ...['-f', join(chart, 'ci/prod.yaml')],
      ...['--set', 'temporal.clientCertSecret=temporal-client,temporal.caSecret=temporal-ca'],
    );
    for (const component of ['graphql', 'workflows']) {
      const temporal = filesOf(workload(objects, component)).filter((file) => file.startsWith('TEMPORAL_'));
      expect(temporal.sort()).toEqual([
        'TEMPORAL_API_KEY=dripline/TEMPORAL_API_KEY',
        'TEMPORAL_TLS_CLIENT_CERT_DATA=temporal-client/tls.crt',
        'TEMPORAL_TLS_CLIENT_KEY_DATA=temporal-client/tls.key',
        'TEMPORAL_TLS_SERVER_CA_CERT_DATA=temporal-ca/ca.crt',
      ]);
    }
    expect(workloadsOf(objects).filter((object) => JSON.stringify(object).includes('temporal-client'))).toHaveLength(2);
  });

  test('with the certificate of Postgres are mounted and named in graphql and the migration only', async () => {
    const objects = await render(
      ...['-f', join(chart, 'ci/prod.yaml')],
      ...['--set', 'database.caSecret=postgres-ca,database.sslmode=verify-full'],
    );
    for (const component of ['graphql', 'migrate']) {
      const object = workload(objects, component);
      expect(filesOf(object)).toContain('database-ca.crt=postgres-ca/ca.crt');
      expect(variablesOf(object)).toMatchObject({
        PGSSLMODE: 'verify-full',
        PGSSLROOTCERT: '/run/credentials/database-ca.crt',
      });
      expect(containersOf(object)[0]!.volumeMounts).toContainEqual({
        ...{ name: 'credentials', mountPath: '/run/credentials', readOnly: true },
      });
    }
    expect(workloadsOf(objects).filter((object) => /postgres-ca|PGSSL/.test(JSON.stringify(object)))).toHaveLength(2);
  });

  test.each(presets().map((file) => [basename(file), file]))(
    'do not share a path with another key with %s',
    async (_, file) => {
      for (const object of workloadsOf(await render('-f', file))) {
        const paths = filesOf(object).map((entry) => entry.split('=')[0]);
        expect(new Set(paths).size).toBe(paths.length);
      }
    },
  );

  test('of the installation page have every key that a pod requires', async () => {
    const page = readFileSync(join(root, 'docs/operate/install.md'), 'utf8');
    const created = [...page.matchAll(/^kubectl create secret generic ([\w-]+) .*<<END\n([^]*?)^END$/gm)];
    const keys = created.flatMap(([, name, lines = '']) =>
      [...lines.matchAll(/^(\w+)=/gm)].map(([, key]) => `${name}/${key}`),
    );
    expect(created.map(([, name]) => name)).toEqual(['dripline', 'dripline-migration']);
    const objects = await render('-f', join(chart, 'examples/minimal.yaml'));
    const required = workloadsOf(objects).flatMap((object) =>
      (podOf(object).volumes ?? []).flatMap(({ projected }) =>
        (projected?.sources ?? []).flatMap(({ secret }) =>
          secret && !secret.optional ? secret.items.map(({ key }) => `${secret.name}/${key}`) : [],
        ),
      ),
    );
    expect(required.length).toBeGreaterThan(5);
    expect(required.filter((key) => !keys.includes(key))).toEqual([]);
  });

  // Outside of a cluster the checksum contains only the names. `npm run cluster` changes the content of a Secret.
  test.each([
    ['secrets.existingSecret', 'other'],
    ['database.caSecret', 'other'],
    ['temporal.clientCertSecret', 'other'],
    ['temporal.caSecret', 'other'],
    ['objectStore.credentialsSecret', 'other'],
    ['extraEnv', [{ name: 'OTHER', valueFrom: { secretKeyRef: { name: 'other', key: 'key' } } }]],
    ['extraEnvFrom', [{ secretRef: { name: 'other' } }]],
    ['extraVolumes', [{ name: 'other', secret: { secretName: 'other' } }]],
    ['extraVolumes', [{ name: 'other', projected: { sources: [{ secret: { name: 'other' } }] } }]],
  ])('from %s are in the checksum that rolls the pods', async (path, value) => {
    const checksum = async (...args: string[]) => {
      const objects = await render('-f', join(chart, 'ci/prod.yaml'), ...args);
      return workload(objects, 'graphql').spec!.template!.metadata.annotations!['checksum/secrets'];
    };
    expect(await checksum('--set-json', `${path}=${JSON.stringify(value)}`)).not.toBe(await checksum());
  });

  test('that a pod does not use are not in its checksum', async () => {
    const checksums = async (...args: string[]) =>
      Object.fromEntries(
        workloadsOf(await render('-f', join(chart, 'ci/prod.yaml'), ...args)).map(({ metadata, spec }) => [
          metadata.name,
          spec!.template!.metadata.annotations?.['checksum/secrets'],
        ]),
      );
    const [before, after] = [await checksums(), await checksums('--set', 'database.caSecret=other')];
    expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual(['acme-graphql']);
  });
});
