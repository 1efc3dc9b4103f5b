// Generates the table of metrics from the calls that register them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { replaceTable } from './replace-table.mjs';

const columns = ['Metric', 'Type', 'Labels', 'Meaning'];
const code = (text) => `\`${text}\``;

/** Replaces the table of the page. */
export async function updateMetricsPage(root, { page, sources }) {
  const pathOf = (name) => fileURLToPath(new URL(name, root));
  const files = sources.flatMap((folder) =>
    readdirSync(pathOf(folder), { recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${pathOf(folder)}/${name}`),
  );
  const metrics = files.flatMap(readMetrics).sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = metrics.map(({ name, type, labels, help }) => [
    code(name),
    type,
    labels.map(code).join(', ') || '-',
    help.replace(/\.$/, ''),
  ]);
  await replaceTable(pathOf(page), 'metrics', [columns, ...rows]);
}

/** The metrics of a file: `new Gauge({ name, help, labelNames })`, or `gauge(name, help, …)`, a function that calls it. */
function readMetrics(file) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes("'prom-client'")) return [];
  const metrics = [];
  const visit = (node) => {
    const callee = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText();
    if (/^(Counter|Gauge|Histogram)$/i.test(callee)) {
      const metric = ts.isNewExpression(node) ? readOptions(node.arguments[0]) : readArguments(node.arguments);
      if (metric.name) metrics.push({ labels: [], ...metric, type: callee.toLowerCase() });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return metrics;
}

function readOptions({ properties }) {
  const valueOf = (key) => properties.find((property) => property.name?.getText() === key)?.initializer;
  return {
    name: valueOf('name')?.text,
    help: valueOf('help')?.text,
    labels: valueOf('labelNames')?.elements.map(({ text }) => text) ?? [],
  };
}

const readArguments = ([name, help]) => ({ name: name?.text, help: help?.text });
