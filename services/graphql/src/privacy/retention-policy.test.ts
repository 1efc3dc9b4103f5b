import { liftSuppression, suppress } from '../replies/suppress';
import { ClaimStepDocument } from '../testing/internal-operations/generated';
import {
  LeadDocument,
  LeadsDocument,
  RetentionPolicyDocument,
  SpamLeadsDocument,
  SubmitLeadDocument,
  UpdateRetentionPolicyDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { purgeLeads } from '../jobs/purge-leads';

const DAY = 24 * 60 * 60 * 1_000;
const now = new Date('2026-06-01T12:00:00Z');

const { signal } = new AbortController();

describe('the retention period', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  // All clients share a sender, so an opt-out in one test applies to the others.
  afterEach(() => liftSuppression(server.dataSource.manager, '+14155552671'));
  afterAll(() => server.stop());

  async function makeClientWithRetention(leadDays: number | null) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await client.call(UpdateRetentionPolicyDocument, { clientId: client.id, input: { leadDays } });
    /** Creates a lead, or a spam submission, that arrived a number of days before `now`. */
    const createAgedLead = async (days: number, honeypotFilled = false, formData = {}) => {
      const { id } = honeypotFilled
        ? (
            await server.visitor(SubmitLeadDocument, {
              client: client.handle,
              slug: campaign.slug,
              honeypotFilled,
              formData: { fullName: 'Ann', phone: '(415) 555-2671' },
            })
          ).submitLead
        : await createLead(server, client, campaign, formData);
      await server.dataSource.query(
        `UPDATE ${honeypotFilled ? 'spam_leads' : 'leads'} SET created_at = $2 WHERE id = $1`,
        [id, new Date(now.getTime() - days * DAY)],
      );
      return id;
    };
    const remaining = async () =>
      (await client.call(LeadsDocument, { clientId: client.id })).client.leads.nodes.map(({ id }) => id);
    const spam = async () =>
      (await client.call(SpamLeadsDocument, { clientId: client.id })).client.spamLeads.nodes.map(({ id }) => id);
    return { client, campaign, createAgedLead, remaining, spam };
  }

  it('is indefinite by default', async () => {
    const { client, createAgedLead, remaining } = await makeClientWithRetention(null);
    const old = await createAgedLead(4_000);
    await purgeLeads(server.dataSource, signal, { now });
    expect(await remaining()).toEqual([old]);
    expect((await client.call(RetentionPolicyDocument, { clientId: client.id })).client.retentionPolicy).toEqual({
      leadDays: null,
    });
  });

  it('ends for leads and spam that are a day too old, not for younger ones or another client’s', async () => {
    const owner = await makeClientWithRetention(90);
    const other = await makeClientWithRetention(91);
    await owner.createAgedLead(91);
    await owner.createAgedLead(91, true);
    const young = [await owner.createAgedLead(89), await owner.createAgedLead(89, true)];
    const others = await other.createAgedLead(90);
    await purgeLeads(server.dataSource, signal, { now });
    expect([await owner.remaining(), await owner.spam(), await other.remaining()]).toEqual([
      [young[0]],
      [young[1]],
      [others],
    ]);
  });

  it('does not apply to opt-outs, so that a returning person gets no messages', async () => {
    const { client, campaign, createAgedLead, remaining } = await makeClientWithRetention(30);
    await createAgedLead(31);
    await suppress(server.dataSource.manager, '+14155552671', 'stop');
    await purgeLeads(server.dataSource, signal, { now });
    expect(await remaining()).toEqual([]);
    await createSequence(server, client.id, campaign.id);
    const { id } = await createLead(server, client, campaign);
    expect((await client.call(LeadDocument, { id })).lead.enrollments.nodes[0]).toMatchObject({
      status: 'cancelled',
      reason: 'opted_out',
    });
  });

  it('defers deletion for an active enrollment, and not for a held one', async () => {
    const { client, campaign, createAgedLead, remaining } = await makeClientWithRetention(30);
    await createSequence(server, client.id, campaign.id);
    const active = await createAgedLead(31);
    const held = await createAgedLead(31, false, { phone: '(415) 555-2672' });
    const enrollment = (await client.call(LeadDocument, { id: held })).lead.enrollments.nodes[0]!.id;
    await server.dataSource.query(`UPDATE enrollments SET status = 'held' WHERE id = $1`, [enrollment]);
    await server.dataSource.query('DELETE FROM outbox');
    await purgeLeads(server.dataSource, signal, { now });
    expect(await remaining()).toEqual([active]);
    expect(await server.dataSource.query('SELECT kind, subject_id FROM outbox')).toEqual([
      { kind: 'signal', subject_id: enrollment },
    ]);
    expect(
      (await server.service(ClaimStepDocument, { enrollmentId: enrollment, position: 0 })).claimStep,
    ).toMatchObject({ decision: 'finish' });
    await server.dataSource.query(`UPDATE enrollments SET status = 'completed' WHERE lead_id = $1`, [active]);
    await purgeLeads(server.dataSource, signal, { now });
    expect(await remaining()).toEqual([]);
  });

  it('is enforced in batches: a run continues where the previous one failed', async () => {
    const { createAgedLead, remaining } = await makeClientWithRetention(30);
    for (let days = 40; days > 33; days -= 1) await createAgedLead(days);
    const [stumble] = (await remaining()).slice(2, 3);
    // A trigger prevents the deletion of the fifth oldest of seven leads.
    await server.dataSource.query(
      `CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.id = '${stumble}' THEN RAISE 'not now'; END IF; RETURN OLD; END $$`,
    );
    await server.dataSource.query(
      'CREATE TRIGGER stumble BEFORE DELETE ON leads FOR EACH ROW EXECUTE FUNCTION stumble()',
    );
    await expect(purgeLeads(server.dataSource, signal, { now, batchSize: 2 })).rejects.toThrow('not now');
    expect(await remaining()).toHaveLength(3);
    await server.dataSource.query('DROP TRIGGER stumble ON leads');
    await Promise.all([
      purgeLeads(server.dataSource, signal, { now, batchSize: 2 }),
      purgeLeads(server.dataSource, signal, { now, batchSize: 2 }),
    ]);
    expect(await remaining()).toEqual([]);
  });

  it('is limited to 30 to 3650 days, and unchanged if omitted', async () => {
    const { client } = await makeClientWithRetention(365);
    const update = (input: { leadDays?: number | null }) =>
      client.call(UpdateRetentionPolicyDocument, { clientId: client.id, input });
    for (const leadDays of [29, 3_651, 0])
      await expect(update({ leadDays })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { leadDays: 'Retention must be 30 to 3650 days.' },
      });
    expect((await update({})).updateRetentionPolicy).toEqual({ leadDays: 365 });
    expect(
      (await server.admin(UpdateRetentionPolicyDocument, { clientId: client.id, input: { leadDays: null } }))
        .updateRetentionPolicy,
    ).toEqual({ leadDays: null });
  });
});
