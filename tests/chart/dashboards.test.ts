import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { alertGroups } from '@dripline/tools/chart/alerts';
import { dashboards } from '@dripline/tools/chart/dashboards';
import { chart } from '@dripline/tools/chart/render-chart';
import { ofKind, render, reportMissingHelm, withHelm } from './testing/objects';

interface GrafanaPanel {
  type: string;
  title: string;
  description?: string;
  fieldConfig?: { defaults: { unit: string } };
  gridPos: { x: number; y: number; w: number; h: number };
  links?: { title: string; url: string }[];
  targets?: { expr: string }[];
}

interface GrafanaDashboard {
  uid: string;
  title: string;
  templating: { list: { name: string }[] };
  panels: GrafanaPanel[];
}

reportMissingHelm();

withHelm('the dashboards', () => {
  const read = async (...values: string[]) => {
    const objects = await render('-f', join(chart, 'ci/prod.yaml'), ...values);
    const configMap = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name.endsWith('-dashboards'))!;
    expect(configMap.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    return Object.entries(configMap.data!).map(([name, text]) => ({
      name,
      dashboard: JSON.parse(text) as GrafanaDashboard,
    }));
  };

  it('are six, with a name that no other has, and variables for the data source and the namespace', async () => {
    const files = await read();
    expect(files.map(({ name }) => name).sort()).toEqual(dashboards.map(({ name }) => `${name}.json`).sort());
    expect(files.map(({ dashboard }) => `${dashboard.uid}.json`)).toEqual(files.map(({ name }) => name));
    expect(files).toHaveLength(6);
    expect(new Set(files.map(({ dashboard }) => dashboard.title)).size).toBe(6);
    for (const { dashboard } of files)
      expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'namespace']);
  });

  it('have a description, a unit and a place of its own for each panel', async () => {
    for (const { dashboard } of await read()) {
      const panels = dashboard.panels.filter(({ type }) => type !== 'row');
      expect(panels.filter(({ description, fieldConfig }) => !description || !fieldConfig?.defaults.unit)).toEqual([]);
      const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
      );
      expect(new Set(places).size).toBe(places.length);
      expect(dashboard.panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    }
  });

  it('link to the runbooks of alerts, of this release or at monitoring.runbookUrl', async () => {
    const alerts = alertGroups().flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
    const linksOf = async (...values: string[]) =>
      (await read(...values)).flatMap(({ dashboard }) => dashboard.panels.flatMap(({ links = [] }) => links));
    const links = await linksOf('--set', 'monitoring.runbookUrl=');
    expect(links.filter(({ title }) => !alerts.includes(title))).toEqual([]);
    // Certificates are no part of a dashboard.
    expect(alerts.filter((alert) => !links.some(({ title }) => title === alert))).toEqual([
      'DriplineCertificateExpires',
    ]);
    expect(links).toContainEqual(
      expect.objectContaining({
        title: 'DriplineDown',
        url: expect.stringMatching(/^https:.*\/v\d[^/]*\/docs\/runbooks\/dripline-down\.md$/) as string,
      }),
    );
    expect(await linksOf('--set', 'monitoring.runbookUrl=https://wiki.example.com/')).toContainEqual(
      expect.objectContaining({ url: 'https://wiki.example.com/dripline-down.md' }),
    );
  });

  const promtool = process.env['PROMTOOL_PATH'];
  (promtool ? it : it.skip)('have only queries that Prometheus can parse', async () => {
    const expressions = (await read()).flatMap(({ dashboard }) =>
      dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    );
    const check = (list: string[]) => {
      const file = join(mkdtempSync(join(tmpdir(), 'dashboards-')), 'queries.yaml');
      const rules = list.map((expr, index) => ({
        record: `query_${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$namespace', 'dripline'),
      }));
      writeFileSync(file, stringify({ groups: [{ name: 'queries', rules }] }));
      return promisify(execFile)(promtool!, ['check', 'rules', file]);
    };
    expect((await check(expressions)).stdout).toContain(`${expressions.length} rules found`);
    await expect(check(['sum by (job (up)'])).rejects.toThrow('parse');
  });
});
