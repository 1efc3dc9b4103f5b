import { eventually } from '@dripline/runtime/testing/eventually';
import { CreateClientDocument, SubmitLeadDocument, UpdateClientDocument } from '../testing/operations/generated';
import { FOLLOW_UP_WORKFLOW, followUpWorkflowId } from '@dripline/contract/workflows';
import { Client, Connection } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { createCampaign, createSequence } from '../testing/fixtures';
import { FAULT_RUNS, recordFaultRun } from '../testing/record-fault-run';
import { pickFrom, seeds } from '../testing/seeds';
import { type ServerPair, startServerPair } from '../testing/server-pair';

const LEADS = FAULT_RUNS * 10;
const CRASHES = Math.ceil(FAULT_RUNS / 2);
const WRITERS = 10;

jest.setTimeout(600_000);

describe('servers that crash while leads arrive', () => {
  // A separate namespace, so that other tests' workflows are not listed.
  const namespace = `crash-${randomUUID()}`;
  let pair: ServerPair;
  let connection: Connection;
  beforeAll(async () => {
    connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS']! });
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    });
    pair = await startServerPair({ TEMPORAL_NAMESPACE: namespace });
  });
  afterAll(async () => {
    await pair.stop();
    await connection.close();
  });

  const [seed] = seeds();
  it(`T2: with ${LEADS} leads, ${CRASHES} crashes and three relays, every accepted lead is stored and has exactly one workflow (TEST_SEED=${seed})`, async () => {
    const pick = pickFrom(seed!);
    const input = { businessName: 'Acme', contactEmail: 'owner@example.com', notificationPhone: '+14155550100' };
    const { id: clientId, handle } = (await pair.idleServerAdmin(CreateClientDocument, { input })).createClient;
    await pair.idleServerAdmin(UpdateClientDocument, { id: clientId, input: { monthlyLeadLimit: LEADS } });
    const { id: campaignId, slug } = await createCampaign({ admin: pair.idleServerAdmin }, clientId);
    await createSequence({ admin: pair.idleServerAdmin }, clientId, campaignId);

    const acceptedIds: string[] = [];
    let next = 0;
    const submitLeads = async () => {
      while (next < LEADS) {
        const n = (next += 1);
        const formData = { fullName: `Ann ${n}`, phone: `+1415${2_000_000 + n}` };
        acceptedIds.push(
          (await pair.visitor(SubmitLeadDocument, { client: handle, slug, formData, idempotencyKey: `lead ${n}` }))
            .submitLead.id,
        );
      }
    };
    const crashServers = async () => {
      for (let n = 0; n < CRASHES; n += 1) {
        const threshold = Math.floor(((n + 1) * LEADS) / (CRASHES + 1)) - pick(5);
        await eventually(() => acceptedIds.length >= threshold, { timeout: 300_000, interval: 5 });
        await pair.crash(pick(2) as 0 | 1);
      }
    };
    await Promise.all([crashServers(), ...Array.from({ length: WRITERS }, submitLeads)]);

    const sql = async <Row>(query: string) => pair.database.dataSource.query<Row[]>(query, [clientId]);
    await eventually(async () =>
      expect(await pair.database.dataSource.query('SELECT * FROM outbox LIMIT 1')).toEqual([]),
    );
    const leads = new Set((await sql<{ id: string }>('SELECT id FROM leads WHERE client_id = $1')).map(({ id }) => id));
    const enrollments = await sql<{ id: string; lead_id: string }>(
      'SELECT id, lead_id FROM enrollments WHERE client_id = $1',
    );
    const { workflow } = new Client({ connection, namespace });
    const expectedIds = enrollments.map(({ id }) => followUpWorkflowId(id)).sort();
    // Temporal's list is eventually consistent.
    const runs = await eventually(async () => {
      const listed: string[] = [];
      for await (const { workflowId } of workflow.list({ query: `WorkflowType = '${FOLLOW_UP_WORKFLOW}'` }))
        listed.push(workflowId);
      expect(listed.length).toBeGreaterThanOrEqual(expectedIds.length);
      return listed;
    });
    const missing = acceptedIds.filter((id) => !leads.has(id));
    recordFaultRun({
      seed,
      count: acceptedIds.length,
      duplicates: runs.length - new Set(runs).size,
      lost: missing.length,
    });
    expect(acceptedIds).toHaveLength(LEADS);
    expect(missing).toEqual([]);
    expect(leads.size).toBe(LEADS);
    expect(new Set(enrollments.map(({ lead_id }) => lead_id))).toEqual(leads);
    expect(runs.sort()).toEqual(expectedIds);
  });
});
