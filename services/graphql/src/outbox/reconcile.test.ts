import { eventually } from '@dripline/runtime/testing/eventually';
import { LeadDocument, SendTestMessageDocument } from '../testing/operations/generated';
import {
  LEAD_NOTIFICATION_WORKFLOW,
  leadNotificationWorkflowId,
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  followUpWorkflowId,
  SEND_TEST_MESSAGE_WORKFLOW,
  sendTestMessageWorkflowId,
  TASK_QUEUE,
} from '@dripline/contract/workflows';
import { Client, Connection } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { reconcile } from './reconcile';
import { startRelay } from './relay';

const temporalAddress = process.env['TEST_TEMPORAL_ADDRESS']!;

describe('reconciliation of records with their workflows', () => {
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
  /**
   * Waits until Temporal's list, which is eventually consistent, shows exactly `count` of these workflows as running.
   */
  const untilListed = (ids: string[], count: number, type = FOLLOW_UP_WORKFLOW, idOf = followUpWorkflowId) =>
    eventually(async () => {
      const listed = new Set<string>();
      for await (const { workflowId } of temporal.workflow.list({
        query: `WorkflowType = '${type}' AND ExecutionStatus = 'Running'`,
      }))
        listed.add(workflowId);
      expect(ids.filter((id) => listed.has(idOf(id)))).toHaveLength(count);
    });
  /** Runs the relay until the outbox is empty. */
  async function runRelay() {
    const running = startRelay({
      dataSource: server.dataSource,
      temporal: { address: temporalAddress },
      namespace: 'default',
      phones: { phoneCountry: 'US', messageCountries: ['US', 'CA'] },
      objectStore: server.objectStore,
    });
    await eventually(async () => expect(await server.dataSource.query('SELECT * FROM outbox')).toEqual([]));
    await running.stop();
  }

  it('T13: reconciliation restarts terminated workflows, signals orphaned ones and leaves the rest alone', async () => {
    const client = await createClient(server, { notificationPhone: 'none' });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id);
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const { id } = await createLead(server, client, campaign, { phone: `+1415555${2300 + n}` });
      ids.push((await client.call(LeadDocument, { id })).lead.enrollments.nodes[0]!.id);
    }
    await runRelay();
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
    await runRelay();

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

  it('T13: reconciliation restarts terminated lead notifications and test messages, but none with a final outcome', async () => {
    const client = await createClient(server, { notificationPhone: '(415) 555-0142' });
    const campaign = await createCampaign(server, client.id);
    const leads: string[] = [];
    for (let n = 0; n < 4; n += 1) leads.push((await createLead(server, client, campaign)).id);
    const testMessage = client.call(SendTestMessageDocument, {
      clientId: client.id,
      input: { campaignId: campaign.id, message: 'Hi', key: randomUUID() },
    });
    const test = await eventually(async () => {
      const tests = await server.dataSource.query<{ id: string }[]>('SELECT id FROM test_messages');
      expect(tests).toHaveLength(1);
      return tests[0]!.id;
    });
    await runRelay();
    await untilListed(leads, 4, LEAD_NOTIFICATION_WORKFLOW, leadNotificationWorkflowId);
    await untilListed([test], 1, SEND_TEST_MESSAGE_WORKFLOW, sendTestMessageWorkflowId);

    const [sentId, runningId, ...terminatedIds] = leads;
    const handles = [...leads.map(leadNotificationWorkflowId), sendTestMessageWorkflowId(test)].map((id) =>
      temporal.workflow.getHandle(id),
    );
    await server.dataSource.query(`UPDATE lead_notifications SET status = 'sent' WHERE lead_id = $1`, [sentId]);
    await Promise.all(
      handles
        .filter(({ workflowId }) => workflowId !== leadNotificationWorkflowId(runningId!))
        .map((workflow) => workflow.terminate()),
    );
    await untilListed(leads, 1, LEAD_NOTIFICATION_WORKFLOW, leadNotificationWorkflowId);
    await untilListed([test], 0, SEND_TEST_MESSAGE_WORKFLOW, sendTestMessageWorkflowId);
    expect((await reconcile(server.dataSource, temporal.workflow)).restarted).toBe(terminatedIds.length + 1);
    await runRelay();
    const states = await Promise.all(handles.map(async (workflow) => (await workflow.describe()).status.name));
    expect(states).toEqual(['TERMINATED', 'RUNNING', 'RUNNING', 'RUNNING', 'RUNNING']);
    await untilListed(leads, 3, LEAD_NOTIFICATION_WORKFLOW, leadNotificationWorkflowId);
    await untilListed([test], 1, SEND_TEST_MESSAGE_WORKFLOW, sendTestMessageWorkflowId);
    expect((await reconcile(server.dataSource, temporal.workflow)).restarted).toBe(0);
    await Promise.all(handles.slice(1).map((workflow) => workflow.terminate()));
    await server.dataSource.query(`UPDATE test_messages SET status = 'sent'`);
    await testMessage;
  }, 60_000);

  it('a restart does not replace a running workflow', async () => {
    const id = randomUUID();
    await temporal.workflow.start(FOLLOW_UP_WORKFLOW, {
      workflowId: followUpWorkflowId(id),
      taskQueue: `${TASK_QUEUE}-nobody`,
      args: [{ enrollmentId: id }],
    });
    await server.dataSource.query(`INSERT INTO outbox (kind, subject_id) VALUES ('restart', $1)`, [id]);
    const { runId } = await handle(id).describe();
    await runRelay();
    expect((await handle(id).describe()).runId).toBe(runId);
    await handle(id).terminate();
  });
});
