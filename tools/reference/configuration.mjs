// Generates the table in docs/operate/configuration.md from the zod schemas of the programs' environment variables.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { parse } from 'yaml';
import { replaceTable } from './replace-table.mjs';

const columns = ['Variable', 'Default', 'Program', 'Chart value', 'Meaning'];
const unique = (list) => [...new Set(list)];
const code = (text) => `\`${text}\``;

/** Replaces the table of the page. */
export async function updateConfigurationPage(root, { page, values, programs }) {
  const pathOf = (name) => fileURLToPath(new URL(name, root));
  const chartValues = parse(readFileSync(pathOf(values), 'utf8'));
  const uses = programs.flatMap(({ name: program, module, schema }) =>
    Object.entries(load(pathOf(module))[schema].shape).map(([name, type]) => ({
      name,
      program,
      type,
      ...readMeta(type),
    })),
  );
  const rows = unique(uses.map(({ name }) => name))
    .sort()
    .map((name) =>
      createRow(
        name,
        uses.filter((use) => use.name === name),
        chartValues,
      ),
    );
  await replaceTable(pathOf(page), 'configuration', [columns, ...rows]);
}

/** Loads a compiled module, or a TypeScript module of the web server, which is only built as one bundle. */
function load(path) {
  const require = createRequire(path);
  if (!path.endsWith('.ts')) return require(path);
  const { outputText } = typescript.transpileModule(readFileSync(path, 'utf8'), {
    compilerOptions: { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022 },
  });
  const module = { exports: {} };
  new Function('require', 'module', 'exports', outputText)(require, module, module.exports);
  return module.exports;
}

/** The schema and the schemas that it wraps, such as the string in an optional string. */
const layersOf = (type) => (type ? [type, ...layersOf(type.def.innerType ?? type.def.in)] : []);

function readMeta(type) {
  const layers = layersOf(type);
  const meta = Object.assign({}, ...layers.map((layer) => layer.meta() ?? {}).reverse());
  const { description, chartValue = [], defaultText, ...unknown } = meta;
  if (Object.keys(unknown).length > 0) throw new Error(`Unknown metadata: ${Object.keys(unknown).join(', ')}.`);
  const value = layers.find(({ def }) => def.type === 'default')?.def.defaultValue;
  const isOptional = type.safeParse(undefined).success;
  const fallback = defaultText ?? (String(value ?? '') ? code(value) : isOptional ? 'optional' : 'required');
  return { description, chartPaths: [chartValue].flat(), fallback };
}

function createRow(name, uses, chartValues) {
  const descriptions = unique(uses.flatMap(({ description }) => description ?? []));
  if (descriptions.length !== 1) throw new Error(`${name} has ${descriptions.length} descriptions. Expected one.`);
  const chartPaths = unique(uses.flatMap((use) => use.chartPaths));
  const chartDefaults = chartPaths.flatMap((path) => readChartDefault(path, uses, chartValues));
  return [
    code(name),
    formatDefault(uses, chartDefaults),
    uses.map(({ program }) => program).join(', '),
    chartPaths.map((path) => (isChartPath(path) ? code(path) : path)).join(', ') || '-',
    ...descriptions,
  ];
}

const isChartPath = (path) => !path.startsWith('Set by ');

/** The chart's default, unless it is empty or turns on a value that the template derives, such as a URL. */
function readChartDefault(path, uses, chartValues) {
  if (!isChartPath(path)) return [];
  const value = path.split('.').reduce((values, key) => values?.[key], chartValues);
  if (value === undefined) throw new Error(`The chart has no value ${path}.`);
  const isValid = value !== '' && uses.some(({ type }) => type.safeParse(String(value)).success);
  return isValid ? { program: 'chart', fallback: code(value) } : [];
}

/** The most frequent default, and in parentheses the programs with another one. */
function formatDefault(uses, chartDefaults) {
  // The launcher passes a variable on without a default of its own.
  const own = uses.filter(({ program, fallback }) => program !== 'launcher' || fallback !== 'optional');
  const count = (text) => own.filter(({ fallback }) => fallback === text).length;
  const [main = 'optional'] = unique(own.map(({ fallback }) => fallback)).sort((a, b) => count(b) - count(a));
  const others = [...own, ...chartDefaults].filter(({ fallback }) => fallback !== main);
  const exceptions = unique(others.map(({ fallback }) => fallback)).map((text) => {
    const programs = others.filter(({ fallback }) => fallback === text).map(({ program }) => program);
    return `${programs.join(', ')}: ${text}`;
  });
  const mainText = main === 'optional' ? '-' : main[0].toUpperCase() + main.slice(1);
  return exceptions.length > 0 ? `${mainText} (${exceptions.join('; ')})` : mainText;
}
