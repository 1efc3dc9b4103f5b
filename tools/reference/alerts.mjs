// Generates the table of alerts from the chart's rules and the runbooks.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { replaceTable } from './replace-table.mjs';

const columns = ['Alert', 'Severity', 'Fires after', 'Meaning'];

/** Replaces the table of the page, which is in the folder of the runbooks. */
export async function updateAlertsPage(root, { page, rules }) {
  const file = fileURLToPath(new URL(page, root));
  const groups = parse(readFileSync(new URL(rules, root), 'utf8'), { merge: true });
  const alerts = groups.flatMap((group) => group.rules).filter(({ alert }) => alert);
  const rows = alerts.map(({ alert, for: duration, labels }) => {
    const runbook = `${alert.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}.md`;
    const [, meaning] = /^## Meaning\n\n([^]+?)[.:]\s/m.exec(readFileSync(join(dirname(file), runbook), 'utf8'));
    return [`[${alert}](${runbook})`, labels.severity, duration ?? '-', meaning.replaceAll('\n', ' ')];
  });
  await replaceTable(file, 'alerts', [columns, ...rows]);
}
