import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMap, parseDocument, stringify, type YAMLMap, type Scalar } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { chart, renderChart } from '@dripline/tools/chart/render-chart';
import { badValues } from './testing/bad-values';
import { reportMissingHelm, withHelm } from './testing/objects';

jest.setTimeout(180_000);
reportMissingHelm();

const helm = process.env['HELM_PATH']!;
const folder = mkdtempSync(join(tmpdir(), 'dripline-values-'));
const base = join(chart, 'ci/prod.yaml');
const text = readFileSync(join(chart, 'values.yaml'), 'utf8');

const renderWith = (values: object, name: string, baseFile = base) => {
  const file = join(folder, `${name.replace(/\W+/g, '-')}.yaml`);
  writeFileSync(file, stringify(values));
  return renderChart(helm, ['-f', baseFile, '-f', file]);
};

/** Returns all values with their paths. A list and an empty map count as one value. */
function leavesOf(map: YAMLMap, path: string[] = []): { path: string[]; value: unknown }[] {
  return map.items.flatMap(({ key, value }) => {
    const keyPath = [...path, String((key as Scalar).value)];
    return isMap(value) && value.items.length > 0
      ? leavesOf(value, keyPath)
      : [{ path: keyPath, value: value && (value as Scalar).toJSON() }];
  });
}

const nested = (path: string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

withHelm('values', () => {
  test.each(badValues)('reject %s', async (name, values, error) => {
    await expect(renderWith(values, name)).rejects.toThrow(error);
  });

  test('are valid without these mistakes, of which there are at least 30', async () => {
    expect(badValues.length).toBeGreaterThanOrEqual(30);
    await expect(renderWith({}, 'none')).resolves.toContain('kind: Deployment');
  });

  test('all have a comment', () => {
    const lines = text.split('\n');
    const uncommented = lines.filter(
      (line, index) => /^\s*[a-z]\w*: (?!.*#)/i.test(line) && !lines[index - 1]!.trim().startsWith('#'),
    );
    const sharedComment =
      /cidr|kubernetes.io|k8s-app|^ {4}(graphql|restFacade|workflows|web): ''|runAs|fsGroup|type: Runtime|Privilege|readOnlyRoot|drop:/;
    expect(uncommented.filter((line) => !sharedComment.test(line))).toEqual([]);
  });

  test('exist for every setting of the services, and the chart sets it', () => {
    const rows = readFileSync(join(root, 'docs/operate/configuration.md'), 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, , , program = '']) => /graphql|migration|rest-facade|workflows|web/.test(program));
    const settings = rows.map(([, name = '', , , chartValue = '']) => ({ name: name.replaceAll('`', ''), chartValue }));
    expect(settings.length).toBeGreaterThan(50);
    const templates = readdirSync(join(chart, 'templates'))
      .filter((file) => /\.(yaml|tpl)$/.test(file))
      .map((file) => readFileSync(join(chart, 'templates', file), 'utf8'))
      .join('\n');
    const without = settings.filter(
      ({ name, chartValue }) => chartValue === '-' || !new RegExp(`\\b${name}\\b`).test(templates),
    );
    expect(without.map(({ name }) => name)).toEqual([
      // Of temporary credentials, which a Secret would outlive.
      'AWS_SESSION_TOKEN',
      // Files are stored in a bucket.
      'DATA_DIR',
      // Set by the images.
      'NODE_ENV',
    ]);
  });

  test('all change what is rendered', async () => {
    const leaves = leavesOf(parseDocument(text).contents as YAMLMap);
    expect(leaves.length).toBeGreaterThan(60);
    const unused: string[] = [];
    const queue = [...leaves];
    const checkQueue = async () => {
      for (let leaf = queue.pop(); leaf; leaf = queue.pop())
        if (!(await isUsed(leaf))) unused.push(leaf.path.join('.'));
    };
    await Promise.all([checkQueue(), checkQueue(), checkQueue()]);
    expect(unused).toEqual([]);
  });
});

/** Returns whether changing the value changes the rendered chart, in a configuration in which the value applies. */
async function isUsed({ path, value }: { path: string[]; value: unknown }): Promise<boolean> {
  const name = path.join('.');
  const context = contextOf(name);
  const [before, after] = await Promise.all([
    renderWith(context, `${name}-before`),
    // database.maxConnections only decides whether the chart is rendered.
    renderWith(merge(context, nested(path, otherThan(name, value))), `${name}-after`).catch((error: Error) => {
      if (name !== 'database.maxConnections') throw error;
      return error.message;
    }),
  ]);
  return before !== after;
}

const s3Store = {
  ...{ bucket: '', apiEndpoint: '', credentialsSecret: '', tokenAudience: '' },
  s3: { bucket: 'dripline', region: 'us-east-1', endpoint: 'https://s3.example.com' },
};

function contextOf(name: string): object {
  if (/replicas$/.test(name)) return nested([name.split('.')[0]!, 'autoscaling', 'enabled'], false);
  if (name.startsWith('development.')) return { publicUrl: 'http://localhost:8080' };
  if (/serviceAccount/.test(name)) return nested([name.split('.')[0]!, 'serviceAccount', 'name'], 'existing');
  if (name.startsWith('gateway.')) return { gateway: { enabled: true, parentRefs: [{ name: 'leads' }] } };
  if (/queueSize$|triggerAuthentication$/.test(name)) return { workflows: { autoscaling: { type: 'keda' } } };
  if (name.startsWith('objectStore.s3.') || name === 'networkPolicies.objectStoreTo') return { objectStore: s3Store };
  if (name === 'images.tag') return { images: { digests: { graphql: '' } } };
  return {};
}

const replacements: Record<string, unknown> = {
  publicUrl: 'https://other.example.com',
  'images.registry': 'other.example.com/dripline',
  'images.tag': '9.9.9',
  'images.pullPolicy': 'Always',
  'images.pullSecrets': ['other'],
  'temporal.address': 'other:7233',
  logLevel: 'debug',
  'database.sslmode': 'require',
  'database.maxConnections': 1,
  'gateway.parentRefs': [{ name: 'other' }],
  'workflows.autoscaling.type': 'keda',
  listenAddress: '::',
  'objectStore.apiEndpoint': 'http://other:4443',
  'objectStore.s3.endpoint': 'http://other:9000',
  'objectStore.s3.publicEndpoint': 'https://other.example.com',
  'objectStore.s3.forcePathStyle': false,
  'twilio.accountSid': `AC${'9'.repeat(32)}`,
  'twilio.messagingServiceSid': `MG${'9'.repeat(32)}`,
  'twilio.fromNumber': '+14155559999',
  'email.from': 'other@example.com',
  'settings.defaultPhoneCountry': 'DE',
  tolerations: [{ key: 'other', operator: 'Exists' }],
  extraEnv: [{ name: 'OTHER', value: 'other' }],
  extraEnvFrom: [{ secretRef: { name: 'other' } }],
  extraVolumes: [{ name: 'other', emptyDir: {} }],
  extraVolumeMounts: [{ name: 'other', mountPath: '/other' }],
  'securityContext.capabilities.drop': ['NET_RAW'],
  databaseRestoredAt: '2026-01-31T08:00:00Z',
  'settings.messageCountries': 'US,GB',
  'settings.playground': false,
  'development.twilioApiBase': 'http://other:4010',
  'development.playground': true,
  'development.rateLimits': false,
  'development.webhookAllowPrivate': true,
  'development.webForwards': true,
  'tracing.endpoint': 'http://other.monitoring:4317',
  'tracing.sampleRatio': 0.9,
  clientDomains: [{ host: 'offers.example.com' }],
  'networkPolicies.internetExcept': ['169.254.0.0/16', 'fc00::/7'],
  'networkPolicies.workloadIdentity': 'eks',
  'monitoring.runbookUrl': 'https://other.example.com/#',
  'monitoring.probe.prober': 'other.monitoring:9115',
  'monitoring.probe.paths': ['/other'],
};

function otherThan(name: string, value: unknown): unknown {
  if (name in replacements) return replacements[name];
  if (/digests/.test(name)) return `sha256:${'9'.repeat(64)}`;
  if (/From$|To$/.test(name)) return [{ ipBlock: { cidr: '192.0.2.0/24' } }];
  if (/enabled$|serviceMonitor$|prometheusRule$|dashboard$|requireClientLogin$|temporal\.tls$/.test(name)) return false;
  if (/annotations$|labels$|Annotations$|podLabels$|nodeSelector$/.test(name)) return { other: 'other' };
  if (name === 'affinity') return { nodeAffinity: {} };
  if (/behavior$/.test(name)) return { scaleDown: { stabilizationWindowSeconds: 600 } };
  if (typeof value === 'boolean') return !value;
  if (/cpuPercent$/.test(name)) return 55;
  if (typeof value === 'number') return value + 7;
  return /cpu$/.test(name) ? '333m' : /memory$/.test(name) ? '333Mi' : 'other';
}

function merge(base: object, changes: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const existing = result[key];
    result[key] =
      existing && typeof existing === 'object' && value && typeof value === 'object' && !Array.isArray(value)
        ? merge(existing, value as object)
        : value;
  }
  return result;
}
