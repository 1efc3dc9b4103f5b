import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../histories');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

describe('replaying the histories of follow-ups and deliveries', () => {
  beforeAll(() => void Runtime.install({ logger: new DefaultLogger('FATAL' as 'ERROR') }));

  /** Returns the histories that are incompatible with these workflows. */
  async function findIncompatible(workflowsPath: string): Promise<string[]> {
    const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
    const histories = files.map((name) => ({ workflowId: name, history: historyFromJSON(JSON.parse(read(name))) }));
    const names: string[] = [];
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories))
      if (error) names.push(workflowId);
    return names;
  }

  it('succeeds for every history with the current workflows, so that running workflows can continue', async () => {
    expect(files.length).toBeGreaterThanOrEqual(12);
    expect(await findIncompatible(require.resolve('./workflows'))).toEqual([]);
  }, 60_000);

  it('covers a workflow that continues as new, and the run that continues it', () => {
    const typesOf = (name: string) =>
      (JSON.parse(read(name)) as { events: { eventType: string }[] }).events.map(({ eventType }) => eventType);
    const continued = files.filter((name) => typesOf(name).at(-1) === 'EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW');
    expect(continued.map((name) => path.basename(name))).toEqual(
      readdirSync(folder).map(() => 'continues-as-new.json'),
    );
    for (const name of continued) expect(files).toContain(name.replace('.json', '-after.json'));
  });

  it('fails with a workflow that swaps two commands', async () => {
    const names = await findIncompatible(require.resolve('./testing/incompatible/workflows'));
    expect(names.length).toBeGreaterThan(files.length / 3);
  }, 60_000);

  it('uses histories with few events that contain only ids and nothing of the machine', () => {
    for (const name of files) {
      const { events } = JSON.parse(read(name)) as { events: object[] };
      expect(events.length).toBeLessThan(250);
      const payloads = [...read(name).matchAll(/"data": "([^"]*)"/g)].map(([, data]) =>
        Buffer.from(data!, 'base64').toString(),
      );
      expect(payloads.length).toBeGreaterThan(0);
      expect(read(name).replaceAll('@temporalio/worker@', '') + payloads.join()).not.toMatch(/@|\/src\/|\+\d{10}/);
    }
  });
});
