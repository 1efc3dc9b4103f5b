import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { chart } from './render-chart';

/** A Prometheus recording or alerting rule. */
export interface AlertRule {
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
}

export interface RuleGroup {
  name: string;
  rules: AlertRule[];
}

/** A test case of `promtool test rules`: input series and the expected alerts. */
export interface AlertCase {
  name: string;
  alert_rule_test: { alertname: string; exp_alerts: object[] }[];
}

const readYaml = (path: string): unknown =>
  parse(readFileSync(path, 'utf8').replaceAll('RELEASE_NAMESPACE', 'dripline'), { merge: true });

/** The chart's rules for a release in the namespace `dripline`. */
export const alertGroups = (): RuleGroup[] => readYaml(join(chart, 'files/rules.yaml')) as RuleGroup[];

const caseFile = () => readYaml(join(root, 'tools/chart/alerts.yaml')) as { tests: AlertCase[] };
export const alertCases = (): AlertCase[] => caseFile().tests;

const isForAlert = (alert: string) => (alertCase: AlertCase) =>
  alertCase.alert_rule_test.some(({ alertname }) => alertname === alert);

/**
 * Writes the rules and their test cases to files for promtool. With `alert`, writes only the test cases of that alert.
 */
export function writeAlerts(folder: string, groups = alertGroups(), alert?: string): { rules: string; cases: string } {
  const [rules, cases] = [join(folder, 'rules.yaml'), join(folder, 'cases.yaml')];
  writeFileSync(rules, stringify({ groups }));
  const file = caseFile();
  writeFileSync(
    cases,
    stringify(
      { ...file, tests: alert === undefined ? file.tests : file.tests.filter(isForAlert(alert)) },
      { aliasDuplicateObjects: false },
    ),
  );
  return { rules, cases };
}
