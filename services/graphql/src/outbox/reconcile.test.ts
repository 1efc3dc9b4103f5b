import { LeadDocument, SendTestTextDocument } from '../testing/operations/generated';
import {
  ALERT_WORKFLOW,
  alertWorkflowId,
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  followUpWorkflowId,
  SEND_TEST_WORKFLOW,
  sendTestWorkflowId,
  TASK_QUEUE,
} from '@dripline/contract/workflows';
import { Client, Connection } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { makeCampaign, makeClient, makeLead, makeSequence } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';
import { reconcile } from './reconcile';
import { startRelay } from './relay';

const temporalAddress = process.env['TEST_TEMPORAL_ADDRESS']!;

describe('reconciling enrollments with their workflows', () => {
  let server: TestServer;
  let connection: Connection;
  let temporal: Client;
  beforeAll(async () => {
    server = await startTestServer();
    connection = await Connection.connect({ address: temporalAddress });
    temporal = new Client({ connection });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  const handle = (id: string) => temporal.workflow.getHandle(followUpWorkflowId(id));
  /** Until the list, which lags, shows exactly as many of these as running. */
  const untilListed = async (ids: string[], count: number, type = FOLLOW_UP_WORKFLOW, idOf = followUpWorkflowId) => {
    for (;;) {
      const listed = new Set<string>();
      for await (const { workflowId } of temporal.workflow.list({
        query: `WorkflowType = '${type}' AND ExecutionStatus = 'Running'`,
      }))
        listed.add(workflowId);
      if (ids.filter((id) => listed.has(idOf(id))).length === count) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** Has the relay say what the outbox holds. */
  async function relay() {
    const running = startRelay({
      dataSource: server.dataSource,
      temporal: { address: temporalAddress },
      namespace: 'default',
      phones: { phoneCountry: 'US', textCountries: ['US', 'CA'] },
    });
    while ((await server.dataSource.query<unknown[]>('SELECT 1 FROM outbox')).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await running.stop();
  }

  it('T13: starts what was terminated again, tells what is no longer wanted, and leaves the rest alone', async () => {
    const client = await makeClient(server, { notificationPhone: 'none' });
    const campaign = await makeCampaign(server, client.id);
    await makeSequence(server, client.id, campaign.id);
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const { id } = await makeLead(server, client, campaign, { phone: `+1415555${2300 + n}` });
      ids.push((await client.call(LeadDocument, { id })).lead.enrollments[0]!.id);
    }
    await relay();
    await untilListed(ids, ids.length);
    const [orphan] = ids.splice(0, 1);
    await server.dataSource.query(`UPDATE enrollments SET status = 'cancelled' WHERE id = $1`, [orphan]);
    const terminated = ids.slice(0, 5);
    await Promise.all(terminated.map((id) => handle(id).terminate()));
    await untilListed(ids, 2);
    const before = await handle(ids[6]!).describe();

    const drift = await reconcile(server.dataSource, temporal.workflow);
    expect(drift.restarted).toBe(5);
    expect(drift.orphans).toBeGreaterThanOrEqual(1);
    await relay();

    const runs = await Promise.all(ids.map((id) => handle(id).describe()));
    expect(runs.map(({ status }) => status.name)).toEqual(ids.map(() => 'RUNNING'));
    expect((await handle(ids[6]!).describe()).runId).toBe(before.runId);
    const { events = [] } = await handle(orphan!).fetchHistory();
    expect(events?.map((event) => event.workflowExecutionSignaledEventAttributes?.signalName).filter(Boolean)).toEqual([
      ENROLLMENT_CHANGED_SIGNAL,
    ]);
    await untilListed(ids, ids.length);
    expect((await reconcile(server.dataSource, temporal.workflow)).restarted).toBe(0);
    await Promise.all([...ids, orphan!].map((id) => handle(id).terminate()));
    await server.dataSource.query(`UPDATE enrollments SET status = 'cancelled'`);
  }, 60_000);

  it('T13: starts alerts and test texts again that were cut off, and none that is settled', async () => {
    const client = await makeClient(server, { notificationPhone: '(415) 555-0142' });
    const campaign = await makeCampaign(server, client.id);
    const leads: string[] = [];
    for (let n = 0; n < 4; n += 1) leads.push((await makeLead(server, client, campaign)).id);
    const asking = client.call(SendTestTextDocument, {
      clientId: client.id,
      input: { campaignId: campaign.id, message: 'Hi', key: randomUUID() },
    });
    const tests = async () =>
      (await server.dataSource.query<{ id: string }[]>('SELECT id FROM test_texts')).map(({ id }) => id);
    while ((await tests()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const [test] = await tests();
    await relay();
    await untilListed(leads, 4, ALERT_WORKFLOW, alertWorkflowId);
    await untilListed([test!], 1, SEND_TEST_WORKFLOW, sendTestWorkflowId);

    const [settled, left, ...lost] = leads;
    const handles = [...leads.map(alertWorkflowId), sendTestWorkflowId(test!)].map((id) =>
      temporal.workflow.getHandle(id),
    );
    await server.dataSource.query(`UPDATE alerts SET status = 'sent' WHERE lead_id = $1`, [settled]);
    await Promise.all(
      handles.filter(({ workflowId }) => workflowId !== alertWorkflowId(left!)).map((each) => each.terminate()),
    );
    await untilListed(leads, 1, ALERT_WORKFLOW, alertWorkflowId);
    await untilListed([test!], 0, SEND_TEST_WORKFLOW, sendTestWorkflowId);
    expect((await reconcile(server.dataSource, temporal.workflow)).restarted).toBe(lost.length + 1);
    await relay();
    const states = await Promise.all(handles.map(async (each) => (await each.describe()).status.name));
    expect(states).toEqual(['TERMINATED', 'RUNNING', 'RUNNING', 'RUNNING', 'RUNNING']);
    await untilListed(leads, 3, ALERT_WORKFLOW, alertWorkflowId);
    await untilListed([test!], 1, SEND_TEST_WORKFLOW, sendTestWorkflowId);
    expect((await reconcile(server.dataSource, temporal.workflow)).restarted).toBe(0);
    await Promise.all(handles.slice(1).map((each) => each.terminate()));
    await server.dataSource.query(`UPDATE test_texts SET status = 'sent'`);
    await asking;
  }, 60_000);

  it('does not start beside what runs', async () => {
    const id = randomUUID();
    await temporal.workflow.start(FOLLOW_UP_WORKFLOW, {
      workflowId: followUpWorkflowId(id),
      taskQueue: `${TASK_QUEUE}-nobody`,
      args: [{ enrollmentId: id }],
    });
    await server.dataSource.query(`INSERT INTO outbox (kind, subject_id) VALUES ('restart', $1)`, [id]);
    const { runId } = await handle(id).describe();
    await relay();
    expect((await handle(id).describe()).runId).toBe(runId);
    await handle(id).terminate();
  });
});
