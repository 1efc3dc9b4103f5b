import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { chart } from './render-chart';

/** A recording rule or an alert, as Prometheus reads it. */
export interface AlertRule {
  alert?: string;
  expr: string;
}

export interface RuleGroup {
  name: string;
  rules: AlertRule[];
}

/** Made-up series and what the alerts make of them, as `promtool test rules` reads it. */
export interface AlertCase {
  name: string;
  alert_rule_test: { alertname: string; exp_alerts: object[] }[];
}

const read = (path: string): unknown =>
  parse(readFileSync(path, 'utf8').replaceAll('RELEASE_NAMESPACE', 'dripline'), { merge: true });

/** The chart's rules, as in a release in the namespace `dripline`. */
export const alertGroups = (): RuleGroup[] => read(join(chart, 'files/rules.yaml')) as RuleGroup[];

const caseFile = () => read(join(root, 'tools/chart/alerts.yaml')) as { tests: AlertCase[] };
export const alertCases = (): AlertCase[] => caseFile().tests;

const isAbout = (alert: string) => (each: AlertCase) =>
  each.alert_rule_test.some(({ alertname }) => alertname === alert);

/** Writes the rules and their cases, or those about one alert, as files of Prometheus'. */
export function writeAlerts(folder: string, groups = alertGroups(), about?: string): { rules: string; cases: string } {
  const [rules, cases] = [join(folder, 'rules.yaml'), join(folder, 'cases.yaml')];
  writeFileSync(rules, stringify({ groups }));
  const file = caseFile();
  writeFileSync(
    cases,
    stringify(
      { ...file, tests: about === undefined ? file.tests : file.tests.filter(isAbout(about)) },
      { aliasDuplicateObjects: false },
    ),
  );
  return { rules, cases };
}
