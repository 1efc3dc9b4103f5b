import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alertCases, alertGroups, writeAlerts } from '@dripline/tools/chart/alerts';

const exec = promisify(execFile);
const promtool = process.env['PROMTOOL_PATH'];
const alerts = alertGroups().flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
const expectations = alertCases().flatMap(({ alert_rule_test }) => alert_rule_test);

test.each(alerts)('%s has a test case in which it fires and one in which it does not', (alert) => {
  const ofAlert = expectations.filter(({ alertname }) => alertname === alert);
  expect(ofAlert.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
  expect(
    alertCases().some(
      ({ alert_rule_test }) =>
        alert_rule_test.some(({ alertname }) => alertname === alert) &&
        alert_rule_test.every(({ alertname, exp_alerts }) => alertname !== alert || exp_alerts.length === 0),
    ),
  ).toBe(true);
});

test('all test cases are for existing alerts', () => {
  expect(expectations.map(({ alertname }) => alertname).filter((name) => !alerts.includes(name))).toEqual([]);
});

if (!promtool)
  process.stderr.write(
    'The alerts’ test cases are not tested because promtool is missing. Run `npm run check` once to install it.\n',
  );

(promtool ? describe : describe.skip)('promtool', () => {
  const passes = async (change: (expr: string) => string, alertName?: string) => {
    const groups = alertGroups().map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => (rule.alert === alertName ? { ...rule, expr: change(rule.expr) } : rule)),
    }));
    const { cases } = writeAlerts(mkdtempSync(join(tmpdir(), 'alerts-')), groups, alertName);
    return exec(promtool!, ['test', 'rules', cases]).then(
      () => true,
      () => false,
    );
  };

  test('passes for the unchanged alerts', async () => {
    expect(await passes((expr) => expr)).toBe(true);
  });

  test.each(alerts)('fails if %s never fires or always fires', async (alert) => {
    expect(await passes((expr) => `(${expr}) and vector(0) > 1`, alert)).toBe(false);
    const withoutThreshold = (expr: string) =>
      expr.replace(/ (>|==) [\d.]+/g, (comparison) => (comparison.includes('==') ? ' >= 0' : ' > -1'));
    expect(await passes(withoutThreshold, alert)).toBe(false);
  });
});
