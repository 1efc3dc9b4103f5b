import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMap, parseDocument, stringify, type YAMLMap, type Scalar } from 'yaml';
import { chart, renderChart } from '@dripline/tools/chart/render-chart';
import { badValues } from './testing/bad-values';
import { tellWhereHelmIsMissing, withHelm } from './testing/objects';

jest.setTimeout(180_000);
tellWhereHelmIsMissing();

const helm = process.env['HELM_PATH']!;
const folder = mkdtempSync(join(tmpdir(), 'dripline-values-'));
const base = join(chart, 'ci/prod.yaml');
const text = readFileSync(join(chart, 'values.yaml'), 'utf8');

const renderWith = (values: object, name: string, under = base) => {
  const file = join(folder, `${name.replace(/\W+/g, '-')}.yaml`);
  writeFileSync(file, stringify(values));
  return renderChart(helm, ['-f', under, '-f', file]);
};

/** Every value by its path, with its line's node. A list, a map without keys and a map of labels are one value. */
function leavesOf(map: YAMLMap, path: string[] = []): { path: string[]; value: unknown }[] {
  return map.items.flatMap(({ key, value }) => {
    const here = [...path, String((key as Scalar).value)];
    return isMap(value) && value.items.length > 0
      ? leavesOf(value, here)
      : [{ path: here, value: value && (value as Scalar).toJSON() }];
  });
}

const nested = (path: string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

withHelm('values', () => {
  test.each(badValues)('refuses %s', async (name, values, complaint) => {
    await expect(renderWith(values, name)).rejects.toThrow(complaint);
  });

  test('there are at least 30 of those, and what they are put on is right without them', async () => {
    expect(badValues.length).toBeGreaterThanOrEqual(30);
    await expect(renderWith({}, 'none')).resolves.toContain('kind: Deployment');
  });

  test('each value has a comment', () => {
    const lines = text.split('\n');
    const bare = lines.filter(
      (line, index) => /^\s*[a-z]\w*: (?!.*#)/i.test(line) && !lines[index - 1]!.trim().startsWith('#'),
    );
    const explainedTogether = /cidr|kubernetes.io|^ {4}(graphql|restFacade|workflows|web): ''/;
    expect(bare.filter((line) => !explainedTogether.test(line))).toEqual([]);
  });

  test('each value changes what is rendered', async () => {
    const leaves = leavesOf(parseDocument(text).contents as YAMLMap);
    expect(leaves.length).toBeGreaterThan(60);
    const unused: string[] = [];
    const queue = [...leaves];
    const look = async () => {
      for (let leaf = queue.pop(); leaf; leaf = queue.pop())
        if (!(await isUsed(leaf))) unused.push(leaf.path.join('.'));
    };
    await Promise.all([look(), look(), look()]);
    expect(unused).toEqual([]);
  });
});

/** Under a configuration in which it counts: autoscaled or not, with federation or without, by tag or by digest. */
async function isUsed({ path, value }: { path: string[]; value: unknown }): Promise<boolean> {
  const name = path.join('.');
  const context = contextOf(name);
  const [before, after] = await Promise.all([
    renderWith(context, `${name}-before`),
    renderWith(merge(context, nested(path, otherThan(name, value))), `${name}-after`),
  ]);
  return before !== after;
}

function contextOf(name: string): object {
  if (/replicas$/.test(name)) return nested([name.split('.')[0]!, 'autoscaling', 'enabled'], false);
  if (name.startsWith('development.')) return { publicUrl: 'http://localhost:8080' };
  if (name === 'images.tag') return { images: { digests: { graphql: '' } } };
  return {};
}

const special: Record<string, unknown> = {
  publicUrl: 'https://other.example.com',
  'images.registry': 'other.example.com/dripline',
  'images.tag': '9.9.9',
  'images.pullPolicy': 'Always',
  'images.pullSecrets': ['other'],
  'temporal.address': 'other:7233',
  'objectStore.apiEndpoint': 'http://other:4443',
  'twilio.accountSid': `AC${'9'.repeat(32)}`,
  'twilio.messagingServiceSid': `MG${'9'.repeat(32)}`,
  'twilio.fromNumber': '+14155559999',
  'settings.defaultPhoneCountry': 'DE',
  restoredTo: '2026-01-31T08:00:00Z',
  'settings.messageCountries': 'US,GB',
  'settings.playground': true,
  'development.twilioApiBase': 'http://other:4010',
  'development.webForwards': true,
  'tracing.endpoint': 'http://other.monitoring:4317',
  'tracing.sampleRatio': 0.9,
  'networkPolicies.internetExcept': ['169.254.0.0/16'],
  'monitoring.runbookUrl': 'https://other.example.com/#',
};

function otherThan(name: string, value: unknown): unknown {
  if (name in special) return special[name];
  if (/digests/.test(name)) return `sha256:${'9'.repeat(64)}`;
  if (/From$|To$/.test(name)) return [{ ipBlock: { cidr: '192.0.2.0/24' } }];
  if (
    /enabled$|serviceMonitor$|prometheusRule$|dashboard$|workloadIdentity$|requireClientLogin$|temporal\.tls$/.test(
      name,
    )
  )
    return false;
  if (/annotations$|labels$|Annotations$/.test(name)) return { other: 'other' };
  if (/cpuPercent$/.test(name)) return 55;
  if (typeof value === 'number') return value + 7;
  return /cpu$/.test(name) ? '333m' : /memory$/.test(name) ? '333Mi' : 'other';
}

function merge(one: object, two: object): object {
  const result: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(two)) {
    const mine = result[key];
    result[key] =
      mine && typeof mine === 'object' && value && typeof value === 'object' && !Array.isArray(value)
        ? merge(mine, value as object)
        : value;
  }
  return result;
}
