import { setTimeout as delay } from 'node:timers/promises';
import { ClaimStepDocument } from '../testing/internal-operations/generated';
import {
  LeadDocument,
  RemoveSenderDocument,
  SetSenderDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('pacing', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ messagesPerSecond: 20 })));
  beforeEach(() => server.dataSource.query('DELETE FROM sender_pacing'));
  afterAll(() => server.stop());

  let lastNumber = 5_700_000;
  /** Creates a business with leads whose first messages are due. With a rate, it has its own sender. */
  async function createBusiness(leads: number, messagesPerSecond?: number) {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    const fromNumber = `+1628${(lastNumber += 1)}`;
    if (messagesPerSecond !== undefined)
      await server.admin(SetSenderDocument, { clientId: client.id, input: { fromNumber, messagesPerSecond } });
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const leadIds: string[] = [];
    for (let n = 0; n < leads; n += 1) {
      // Numbers of different blocks, because first messages to one are limited.
      const { id } = await createLead(server, client, campaign, {
        phone: `+1415${2_000_000 + (lastNumber % 700) * 10_007 + n * 10_000}`,
      });
      leadIds.push(id);
    }
    const rows = await server.dataSource.query<{ id: string; leadId: string }[]>(
      `SELECT id, lead_id AS "leadId" FROM enrollments WHERE client_id = $1 AND status = 'active'`,
      [client.id],
    );
    expect(rows).toHaveLength(leads);
    return { client, campaign, sequence, fromNumber, leadIds, enrollmentIds: rows.map(({ id }) => id) };
  }
  const claim = async (enrollmentId: string) => (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;

  /** Claims a step as a workflow does, until it is sent. Returns when. */
  async function sendStep(enrollmentId: string): Promise<number> {
    for (;;) {
      const { decision, dueAt } = await claim(enrollmentId);
      if (decision === 'send') return Date.now();
      expect(dueAt).not.toBeNull();
      await delay(Math.max(0, Date.parse(dueAt!) - Date.now()));
    }
  }
  const inAnySecond = (times: number[]) =>
    Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 1_000).length));

  it('a sender never sends more than its rate and one in any second, although some ask late', async () => {
    const ask = async (number: number) => {
      let hasWaited = false;
      for (;;) {
        const [{ slot, at: askedAt }] = await server.dataSource.query<[{ slot: Date | null; at: Date }]>(
          'SELECT reserve_slot($1, 10, $2) AS slot, clock_timestamp() AS at',
          ['+15005550006', hasWaited],
        );
        if (!slot) return askedAt.getTime();
        hasWaited = true;
        // As after a burst of claims, every third one asks up to 600 ms late.
        const lateness = number % 3 === 0 ? (number * 97) % 600 : 0;
        await delay(Math.max(0, slot.getTime() - Date.now() + lateness));
      }
    };
    const times = await Promise.all(Array.from({ length: 60 }, (_, number) => ask(number)));
    expect(inAnySecond(times)).toBeLessThanOrEqual(11);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(12_000);
  }, 60_000);

  it('sends 60 messages that are due at once at 10 a second, each once, and does not delay another sender', async () => {
    const paced = await createBusiness(60, 10);
    const other = await createBusiness(5, 100);
    const sending = Promise.all(paced.enrollmentIds.map(sendStep));
    const others = await Promise.all(other.enrollmentIds.map(sendStep));
    const times = (await sending).sort();
    expect(Math.max(...others)).toBeLessThan(times[30]!);
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(5_000);
    const attempts = await server.dataSource.query<unknown[]>(
      'SELECT FROM sms_messages WHERE client_id = $1 AND attempts = 1 AND sender = $2',
      [paced.client.id, paced.fromNumber],
    );
    expect(attempts).toHaveLength(60);
    const [{ used }] = await server.dataSource.query<[{ used: number }]>(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
      [paced.client.id],
    );
    expect(used).toBe(60);
  }, 60_000);

  it('the clients of the shared sender are paced together, by the setting', async () => {
    const [one, two] = [await createBusiness(15), await createBusiness(15)];
    const times = await Promise.all([...one.enrollmentIds, ...two.enrollmentIds].map(sendStep));
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1_300);
  });

  it('a message that waits for its time is shown, does not expire, and loses the time by another hold', async () => {
    const { client, campaign, sequence, leadIds, enrollmentIds } = await createBusiness(2, 0.01);
    expect((await claim(enrollmentIds[0]!)).decision).toBe('send');
    const held = await claim(enrollmentIds[1]!);
    expect(held).toMatchObject({ decision: 'hold', reason: 'paced' });
    expect(Date.parse(held.dueAt!) - Date.now()).toBeGreaterThan(60_000);
    // A signal before the time changes nothing.
    expect(await claim(enrollmentIds[1]!)).toMatchObject({ decision: 'wait', dueAt: held.dueAt });
    const [{ leadId }] = await server.dataSource.query<[{ leadId: string }]>(
      'SELECT lead_id AS "leadId" FROM enrollments WHERE id = $1',
      [enrollmentIds[1]],
    );
    expect(leadIds).toContain(leadId);
    const { timeline } = (await client.call(LeadDocument, { id: leadId })).lead;
    expect(timeline.at(-1)).toMatchObject({ kind: 'held', continuesAt: held.dueAt });
    expect(timeline.at(-1)!.description).toContain('only a few messages per second');

    const setStatus = (status: 'active' | 'inactive') =>
      client.call(UpdateSequenceDocument, {
        id: sequence.id,
        input: {
          ...{ name: 'Welcome', campaignId: campaign.id, status },
          steps: [{ delayMinutes: 0, message: 'Hi' }],
        },
      });
    const comeDue = () =>
      server.dataSource.query(`UPDATE enrollments SET next_due_at = now() - interval '25 hours' WHERE id = $1`, [
        enrollmentIds[1],
      ]);
    await setStatus('inactive');
    await comeDue();
    expect(await claim(enrollmentIds[1]!)).toMatchObject({ reason: 'sequence_off' });
    await setStatus('active');
    expect(await claim(enrollmentIds[1]!)).toMatchObject({ decision: 'hold', reason: 'paced' });
    await comeDue();
    // Without the first message, whose time is not over.
    await server.dataSource.query('UPDATE sender_pacing SET free_at = now()');
    expect(await claim(enrollmentIds[1]!)).toMatchObject({ decision: 'send' });
  });

  it('a changed or removed sender gives the waiting messages new times', async () => {
    const { client, fromNumber, enrollmentIds } = await createBusiness(3, 0.01);
    for (const id of enrollmentIds) await claim(id);
    await server.admin(SetSenderDocument, {
      clientId: client.id,
      input: { fromNumber: `${fromNumber.slice(0, -1)}0`, messagesPerSecond: 0.01 },
    });
    const decisions = [await claim(enrollmentIds[1]!), await claim(enrollmentIds[2]!)];
    expect(decisions.map(({ decision }) => decision)).toEqual(['send', 'hold']);
    await server.admin(RemoveSenderDocument, { clientId: client.id });
    expect((await claim(enrollmentIds[2]!)).message).toMatchObject({ sender: null });
    expect(
      (await client.call(LeadDocument, { id: (await leadOf(enrollmentIds[2]!))! })).lead.enrollments.nodes[0],
    ).toMatchObject({
      status: 'active',
    });
  });

  async function leadOf(enrollmentId: string) {
    const [row] = await server.dataSource.query<{ leadId: string }[]>(
      'SELECT lead_id AS "leadId" FROM enrollments WHERE id = $1',
      [enrollmentId],
    );
    return row?.leadId;
  }
});
