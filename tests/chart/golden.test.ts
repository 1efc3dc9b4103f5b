import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { chart, renderChart } from '@dripline/tools/chart/render-chart';
import { tellWhereHelmIsMissing, withHelm } from './testing/objects';

jest.setTimeout(60_000);
tellWhereHelmIsMissing();

// After a change that was meant: npm test -- chart/golden -u. The diff is what a cluster will see of it.
withHelm('what the chart renders', () => {
  // What is required and nothing else, and everything on; the others lie between.
  test.each(['min', 'prod'])('is under ci/%s.yaml what it was', async (name) => {
    const documents = parseAllDocuments(
      await renderChart(process.env['HELM_PATH']!, ['-f', join(chart, `ci/${name}.yaml`)]),
    );
    const objects = documents
      .map((document) => document.toJS() as { kind?: string; metadata?: { name: string } } | null)
      .filter((each) => each?.kind);
    // What is a file of its own in the chart shows its changes there.
    const short = (key: string, value: unknown): unknown =>
      key === 'dripline.json' || (typeof value === 'string' && value.includes('// `helm test`')) ? '…' : value;
    const texts = objects.map((each) =>
      stringify(JSON.parse(JSON.stringify(each, short)), { sortMapEntries: true, lineWidth: 0 }),
    );
    expect(texts.sort().join('---\n')).toMatchSnapshot();
  });
});
