import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { alertGroups } from '@dripline/tools/chart/alerts';
import { root } from '@dripline/launcher/paths';

/** The pages of the documentation. Decisions and the changelog also describe what no longer exists. */
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/^(docs\/adr\/0|CHANGELOG|CODE_OF_CONDUCT|\.github)/.test(file));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Block {
  page: string;
  language: string;
  /** Of a block that `tests/faults/restore.test.ts` runs. */
  name: string;
  text: string;
}

/** The code blocks of all pages, without the indentation of the list that they are in. */
const blocks: Block[] = pages.flatMap((page) =>
  [...read(page).matchAll(/^( *)```(\w*) ?(.*)\n([^]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', name = '', text = '']) => ({
      page,
      language,
      name,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  ),
);

const programs = [
  ...[
    'cmctl',
    'cosign',
    'curl',
    'docker',
    'git',
    'helm',
    'kind',
    'kubectl',
    'node',
    'npm',
    'npx',
    'openapi-python-client',
    'pgbackrest',
  ],
  ...['temporal', 'echo', 'export', 'grep', 'head', 'sed', 'sort', 'cut', 'tail', 'uniq', 'tar'],
];
const isScript = (text: string) => /^\w+=/m.test(text) && text.includes('curl');

/** The blocks to paste into a terminal. Other blocks have a language. */
const shellBlocks = blocks.filter(({ language }) => language === 'bash' || language === '');

test('every npm command on the pages exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const used = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, name, short]) => ({
      page,
      script: name ?? short!,
    })),
  );
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter(({ script }) => !(script in scripts))).toEqual([]);
});

test('every block for a terminal is valid shell, and starts only known programs and programs of the repository', () => {
  expect(shellBlocks.length).toBeGreaterThan(40);
  const faults = shellBlocks.flatMap(({ page, name, text }) => {
    const { stderr } = spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' });
    const commands =
      isScript(text) || name
        ? []
        : text
            .replaceAll(/\\\n/g, ' ')
            .replaceAll(/<<(\w+)\n[^]*?^\1$/gm, '')
            .replaceAll(/'[^']*'/g, "''")
            .split(/\n|&&|\|/);
    const unknown = commands
      .map((command) => command.trim().replace(/^(\w+=\S+ )+|^#.*/, ''))
      .flatMap((command) => command.split(' ')[0] || [])
      .filter((program) => !programs.includes(program) && !existsSync(join(root, program)));
    return [...(stderr ? [stderr] : []), ...unknown].map((fault) => ({ page, fault }));
  });
  expect(faults).toEqual([]);
});

test('every file that a command names exists', () => {
  const missing = shellBlocks.flatMap(({ page, text }) =>
    [...text.matchAll(/(?:^|[\s=])((?:charts|compose|docs|k8s|services|tests|tools|web)\/[\w./-]+)/gm)]
      .map(([, file]) => ({ page, file: file! }))
      .filter(({ file }) => !existsSync(join(root, file)) && !file.startsWith('compose/secrets')),
  );
  expect(missing).toEqual([]);
});

test('every chart value that a command sets exists', () => {
  const values = parse(read('charts/dripline/values.yaml')) as unknown;
  const hasValue = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values) !==
    undefined;
  const set = blocks.flatMap(({ page, text }) =>
    [...text.matchAll(/--set(?:-string)?[ =](\S+)/g)].flatMap(([, assignments = '']) =>
      assignments.split(',').map((assignment) => ({ page, value: assignment.split('=')[0]! })),
    ),
  );
  expect(set.length).toBeGreaterThan(3);
  expect(set.filter(({ value }) => !hasValue(value))).toEqual([]);
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}

test('every chart value in a block of YAML or in a sentence exists', () => {
  const { definitions, ...values } = JSON.parse(read('charts/dripline/values.schema.json')) as Schema & {
    definitions: Record<string, Schema>;
  };
  const hasValue = (path: string[]) => {
    let schema: Schema | undefined = values;
    for (const key of path) {
      if (schema.$ref) schema = definitions[schema.$ref.split('/').at(-1)!]!;
      // Such as annotations, which have any keys.
      if (!schema.properties) return true;
      schema = schema.properties[key];
      if (!schema) return false;
    }
    return true;
  };
  const pathsOf = (value: unknown, path: string[] = []): string[][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, child]) => [[...path, key], ...pathsOf(child, [...path, key])])
      : [];
  const files = blocks
    .filter(({ language, text }) => language === 'yaml' && !text.includes('apiVersion:'))
    .map(({ page, text }) => ({ page, paths: pathsOf(parse(text)) }))
    // Other programs have configurations too.
    .filter(({ paths }) => paths.every(([name = '']) => name in values.properties!));
  expect(files.length).toBeGreaterThan(8);
  const sentences = pages.map((page) => ({
    page,
    paths: [...read(page).matchAll(/`([a-z]\w*(?:\.\w+)+)`/g)]
      .map(([, path = '']) => path.split('.'))
      .filter(([name = '']) => name in values.properties!),
  }));
  expect(sentences.flatMap(({ paths }) => paths).length).toBeGreaterThan(100);
  const unknown = [...files, ...sentences].flatMap(({ page, paths }) =>
    paths.filter((path) => !hasValue(path)).map((path) => ({ page, value: path.join('.') })),
  );
  expect(unknown).toEqual([]);
});

describe('PromQL', () => {
  const queries = blocks.filter(({ language }) => language === 'promql');
  const expressions = queries.flatMap(({ page, text }) =>
    text
      .trim()
      .split(/\n(?! )/)
      .map((expr) => ({ page, expr })),
  );

  test('queries only metrics that exist', () => {
    expect(expressions.length).toBeGreaterThan(20);
    const documented = [...read('docs/operate/monitor.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!);
    const recorded = alertGroups().flatMap(({ rules }) => rules.map((rule) => (rule as { record?: string }).record));
    // Metrics of Kubernetes, of operators, and of the Temporal SDK and Node.js.
    const foreign = /^(container|kube|probe|barman_cloud|cnpg|certmanager|temporal|nodejs|process)_|^up$/;
    const unknown = expressions.flatMap(({ page, expr }) =>
      [...expr.replaceAll(/\{[^}]*\}|by \([^)]*\)|on \([^)]*\)/g, '').matchAll(/\b[a-z]\w*(?::\w+)?\b(?!\()/g)]
        .map(([name]) => ({ page, name }))
        .filter(({ name }) => name.includes('_') && !foreign.test(name) && !recorded.includes(name))
        .filter(({ name }) => !documented.includes(name.replace(/_(bucket|count|sum)$/, ''))),
    );
    expect(unknown).toEqual([]);
  });

  const promtool = process.env['PROMTOOL_PATH'];
  (promtool ? test : test.skip)('is accepted by Prometheus', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'promql-')), 'rules.yaml');
    const rules = expressions.map(({ expr }, index) => ({ record: `documented:query${index}`, expr }));
    writeFileSync(file, stringify({ groups: [{ name: 'documented', rules }] }));
    expect(spawnSync(promtool!, ['check', 'rules', file], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});
