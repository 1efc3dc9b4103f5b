import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dashboard, dashboards, type Panel } from './dashboards';
import { chart } from './render-chart';

const datasource = { type: 'prometheus', uid: '${datasource}' };
const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase();

function toPanel({ title, description, unit, queries, type = 'timeseries', alerts = [] }: Panel) {
  return {
    ...{ type, title, description, datasource },
    fieldConfig: {
      defaults: { unit, ...(type === 'timeseries' && !title.includes('left') && { min: 0 }) },
      overrides: [],
    },
    // The chart replaces RUNBOOKS by the address of the runbooks.
    links: alerts.map((alert) => ({ title: alert, url: `RUNBOOKS${kebab(alert)}.md`, targetBlank: true })),
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      ...{ refId: String.fromCharCode(65 + index), expr, legendFormat },
      ...(type === 'stat' && { instant: true }),
    })),
  };
}

/** Returns a dashboard as Grafana imports it. Each row has its panels side by side, at most four. */
function toJson({ name, title, description, rows }: Dashboard): string {
  const panels: object[] = [];
  let y = 0;
  const add = (panel: object, gridPos: { h: number; w: number; x: number }) =>
    panels.push({ id: panels.length + 1, ...panel, gridPos: { ...gridPos, y } });
  for (const row of rows) {
    add({ type: 'row', title: row.title, collapsed: false, panels: [] }, { h: 1, w: 24, x: 0 });
    y += 1;
    const perLine = row.panels.length === 4 ? 4 : Math.min(3, row.panels.length);
    for (const [index, panel] of row.panels.entries()) {
      const column = index % perLine;
      add(toPanel(panel), { h: 8, w: 24 / perLine, x: (column * 24) / perLine });
      if (column === perLine - 1 || index === row.panels.length - 1) y += 8;
    }
  }
  const namespace = { query: 'label_values(dripline_ready, namespace)', refresh: 2, datasource };
  return `${JSON.stringify(
    {
      ...{ uid: name, title, description, tags: ['dripline'], schemaVersion: 39, editable: true, refresh: '30s' },
      time: { from: 'now-6h', to: 'now' },
      links: [
        {
          type: 'dashboards',
          title: 'Dripline',
          tags: ['dripline'],
          asDropdown: true,
          keepTime: true,
          includeVars: true,
        },
      ],
      templating: {
        list: [
          { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
          { name: 'namespace', label: 'Namespace', type: 'query', ...namespace },
        ],
      },
      panels,
    },
    null,
    2,
  )}\n`;
}

const folder = join(chart, 'files/dashboards');
const files = () => new Map(dashboards.map((dashboard) => [`${dashboard.name}.json`, toJson(dashboard)]));

/** Returns whether the chart's dashboards are current. */
export function areDashboardsUpToDate(): boolean {
  const current = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const wanted = files();
  if (wanted.size === current.size && [...wanted].every(([name, text]) => current.get(name) === text)) return true;
  console.error('charts/dripline/files/dashboards is out of date. Run `npm run codegen` and commit the result.');
  return false;
}

/** Writes the chart's dashboards. */
export function writeDashboards(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of files()) writeFileSync(join(folder, name), text);
}
