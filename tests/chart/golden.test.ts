import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { chart, renderChart } from '@dripline/tools/chart/render-chart';
import { reportMissingHelm, withHelm } from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

// After an intended change, run `npm test -- chart/golden -u`. The diff shows what changes in a cluster.
withHelm('the rendered chart', () => {
  // The minimal and the maximal configuration. The others are between them.
  test.each(['min', 'prod'])('matches the snapshot with ci/%s.yaml', async (name) => {
    const documents = parseAllDocuments(
      await renderChart(process.env['HELM_PATH']!, ['-f', join(chart, `ci/${name}.yaml`)]),
    );
    const objects = documents
      .map((document) => document.toJS() as { kind?: string; metadata?: { name: string } } | null)
      .filter((object) => object?.kind);
    // Omits the contents of files in the chart, whose changes are visible in those files.
    const omitFiles = (key: string, value: unknown): unknown =>
      key === 'dripline.json' || (typeof value === 'string' && value.includes('// `helm test`')) ? '…' : value;
    const renderedTexts = objects.map((object) =>
      stringify(JSON.parse(JSON.stringify(object, omitFiles)), { sortMapEntries: true, lineWidth: 0 }),
    );
    expect(renderedTexts.sort().join('---\n')).toMatchSnapshot();
  });
});
