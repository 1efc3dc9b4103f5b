import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alertCases, alertGroups, writeAlerts } from '@dripline/tools/chart/alerts';

const exec = promisify(execFile);
const promtool = process.env['PROMTOOL_PATH'];
const alerts = alertGroups().flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
const answers = alertCases().flatMap(({ alert_rule_test }) => alert_rule_test);

test.each(alerts)('%s has an hour in which it tells and one in which it keeps quiet', (alert) => {
  const about = answers.filter(({ alertname }) => alertname === alert);
  expect(about.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
  expect(
    alertCases().some(
      ({ alert_rule_test }) =>
        alert_rule_test.some(({ alertname }) => alertname === alert) &&
        alert_rule_test.every(({ alertname, exp_alerts }) => alertname !== alert || exp_alerts.length === 0),
    ),
  ).toBe(true);
});

test('no hour is about an alert that there is not', () => {
  expect(answers.map(({ alertname }) => alertname).filter((name) => !alerts.includes(name))).toEqual([]);
});

if (!promtool)
  process.stderr.write(
    'Whether the alerts’ tests can fail is not tried here: run `npm run check` once, which gets promtool.\n',
  );

(promtool ? describe : describe.skip)('promtool', () => {
  const isRight = async (change: (expr: string) => string, of?: string) => {
    const groups = alertGroups().map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => (rule.alert === of ? { ...rule, expr: change(rule.expr) } : rule)),
    }));
    const { cases } = writeAlerts(mkdtempSync(join(tmpdir(), 'alerts-')), groups, of);
    return exec(promtool!, ['test', 'rules', cases]).then(
      () => true,
      () => false,
    );
  };

  test('finds each alert as it was meant', async () => {
    expect(await isRight((expr) => expr)).toBe(true);
  });

  test.each(alerts)('finds out where %s never tells, or always does', async (alert) => {
    expect(await isRight((expr) => `(${expr}) and vector(0) > 1`, alert)).toBe(false);
    const anyhow = (expr: string) =>
      expr.replace(/ (>|==) [\d.]+/g, (comparison) => (comparison.includes('==') ? ' >= 0' : ' > -1'));
    expect(await isRight(anyhow, alert)).toBe(false);
  });
});
