import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import {
  CancelLeadJobDocument,
  DeleteSequenceDocument,
  LeadJobDocument,
  LeadJobsDocument,
  StartLeadJobDocument,
  type StartLeadJobMutationVariables,
  UndoLeadJobDocument,
  UpdateLeadDocument,
} from '../../testing/operations/generated';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { asSystem } from '../../access/scope';
import { type JobDependencies, periodicJobs } from '../../jobs/periodic-jobs';
import { doJobPage } from './do-job-page';
import { LeadJob } from './lead-job.entity';
import { findMatching } from './matching-leads';

type Action = StartLeadJobMutationVariables['action'];
type Filter = StartLeadJobMutationVariables['filter'];

/** More than two pages. */
const LEADS = 1_203;
const phones = { phoneCountry: 'US', messageCountries: ['US'] };

describe('jobs that change many leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    server.dataSource.query<Row[]>(text, values);

  /** Creates a client with leads, every third of them new and the others contacted, all of the same moment. */
  async function setUp(count = LEADS) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await sql(
      `INSERT INTO leads (client_id, campaign_id, form_data, full_name, status, created_at)
       SELECT $1, $2, '{}', 'Lead ' || n, CASE WHEN n % 3 = 0 THEN 'new' ELSE 'contacted' END::lead_status, date_trunc('second', now() - interval '1 hour')
       FROM generate_series(1, $3) n`,
      [client.id, campaign.id, count],
    );
    const start = async (action: Action, filter: Filter = {}) =>
      (await client.call(StartLeadJobDocument, { clientId: client.id, filter, action })).startLeadJob;
    const jobOf = async (id: string) => (await client.call(LeadJobDocument, { id })).leadJob;
    /** Stores a job whose pages the test does itself. */
    const store = async (action: Action, filter: Filter = {}, changes: Partial<LeadJob> = {}) => {
      const { manager } = server.dataSource;
      const job = { clientId: client.id, filter, action, total: count, startedBy: 'test', ...changes };
      const { id } = await asSystem(() => manager.save(manager.create(LeadJob, job as LeadJob)));
      return { id, page: (size?: number) => asSystem(() => doJobPage(server.dataSource, id, phones as never, size)) };
    };
    const run = async (action: Action, filter: Filter = {}) => {
      const { id } = await start(action, filter);
      await server.doBulkWork();
      return jobOf(id);
    };
    const undo = async (id: string) => {
      const { undoLeadJob } = await client.call(UndoLeadJobDocument, { id });
      await server.doBulkWork();
      return jobOf(undoLeadJob.id);
    };
    const statuses = async () =>
      Object.fromEntries(
        (
          await sql<{ status: string; leads: number }>(
            'SELECT status, count(*)::int AS leads FROM leads WHERE client_id = $1 GROUP BY 1',
            [client.id],
          )
        ).map(({ status, leads }) => [status, leads]),
      );
    const tagged = async () =>
      sql<{ key: string; leads: number }>(
        'SELECT key, count(*)::int AS leads FROM lead_tags JOIN tags ON tags.id = tag_id WHERE tags.client_id = $1 GROUP BY 1 ORDER BY 1',
        [client.id],
      );
    return { client, campaign, start, store, jobOf, run, undo, statuses, tagged };
  }

  it('read the leads of a page in their order, because a search may match most of them', async () => {
    const { store } = await setUp();
    await sql('ANALYZE leads');
    const { id } = await store({ status: 'qualified' }, { search: 'Lead' });
    const job = await server.dataSource.manager.findOneByOrFail(LeadJob, { id });
    const size = 100;
    const findPage = () =>
      server.scopedDataSource.transaction(async (db) => {
        expect(await findMatching(db, job, size)).toHaveLength(size);
        const [{ read }] = await db.query<[{ read: number }]>(
          `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'leads'`,
        );
        return read;
      });
    expect(await asSystem(findPage)).toBeLessThan(2 * size);
  });

  it('set the status of all that match, although they stop matching, and undo it', async () => {
    const { run, undo, statuses, jobOf } = await setUp();
    const matching = Math.floor(LEADS / 3);
    const job = await run({ status: 'qualified' }, { status: 'new', search: 'Lead' });
    expect(job).toMatchObject({
      state: 'done',
      total: matching,
      processed: matching,
      changed: matching,
      canUndo: true,
    });
    expect(await statuses()).toEqual({ contacted: LEADS - matching, qualified: matching });
    expect(await undo(job.id)).toMatchObject({ state: 'done', changed: matching, skipped: [], canUndo: false });
    expect(await statuses()).toEqual({ contacted: LEADS - matching, new: matching });
    expect((await jobOf(job.id)).canUndo).toBe(false);
    await expect(undo(job.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('leave out held leads, those that arrive later and those of other clients', async () => {
    const one = await setUp(7);
    const other = await setUp(5);
    await sql(`UPDATE leads SET held = true WHERE client_id = $1 AND full_name = 'Lead 1'`, [one.client.id]);
    const job = await one.store({ status: 'converted' });
    await createLead(server, one.client, one.campaign);
    await job.page();
    expect(await one.jobOf(job.id)).toMatchObject({ state: 'done', processed: 6, changed: 6 });
    const left = await sql<{ full_name: string }>(
      `SELECT full_name FROM leads WHERE client_id = $1 AND status <> 'converted'`,
      [one.client.id],
    );
    expect(left.map((lead) => lead.full_name).sort()).toEqual(['Ann Lee', 'Lead 1']);
    expect(await other.statuses()).toEqual({ contacted: 4, new: 1 });
  });

  it('repeat a page that was rolled back, so that a crash changes no lead twice and misses none', async () => {
    const { store, statuses, jobOf } = await setUp(25);
    const job = await store({ addTags: ['VIP'] }, { status: 'contacted' });
    const { id } = job;
    const page = () => job.page(5);
    await page();
    // A crash rolls the transaction back, so the page is as if it had not begun.
    await sql(
      `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'crashed'; END $$;
       CREATE TRIGGER crash BEFORE INSERT ON lead_job_changes FOR EACH ROW EXECUTE FUNCTION crash()`,
    );
    await expect(page()).rejects.toThrow('crashed');
    await sql('DROP TRIGGER crash ON lead_job_changes; DROP FUNCTION crash');
    expect(await jobOf(id)).toMatchObject({ processed: 5, changed: 5, state: 'running' });
    // Two servers may do the same page.
    while ((await page()) !== null) await Promise.all([page(), page()]);
    expect(await jobOf(id)).toMatchObject({ processed: 17, changed: 17, state: 'done' });
    expect(await statuses()).toEqual({ contacted: 17, new: 8 });
    const changes = await sql('SELECT FROM lead_job_changes WHERE job_id = $1', [id]);
    expect(changes).toHaveLength(17);
  });

  it('add and remove tags, skip leads that have too many, and undo what they changed', async () => {
    const { client, run, undo, tagged } = await setUp(12);
    await run({ addTags: ['Old'] }, { status: 'new' });
    await run({ addTags: Array.from({ length: 19 }, (_, number) => `Tag ${number}`) }, { search: 'Lead 12' });
    const before = await tagged();
    const job = await run({ addTags: ['New'], removeTags: ['OLD'] });
    expect(job).toMatchObject({ processed: 12, changed: 12, skipped: [] });
    expect(await undo(job.id)).toMatchObject({ changed: 12 });
    expect(await tagged()).toEqual(before);
    const full = await run({ addTags: ['One', 'Two'] });
    expect(full).toMatchObject({ changed: 11, skipped: [{ reason: 'a lead has at most 20 tags', leads: 1 }] });
    await undo(full.id);
    expect(await tagged()).toEqual(before);
    await expect(run({ addTags: ['x'.repeat(100)] })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await client.call(LeadJobsDocument, { clientId: client.id })).client.leadJobs.nodes).toHaveLength(6);
  });

  it('undo leaves what a colleague changed since', async () => {
    const { client, run, undo, statuses } = await setUp(9);
    const job = await run({ status: 'converted' }, { status: 'new' });
    const [lead] = await sql<{ id: string }>(`SELECT id FROM leads WHERE client_id = $1 AND full_name = 'Lead 3'`, [
      client.id,
    ]);
    await client.call(UpdateLeadDocument, { id: lead!.id, input: { status: 'qualified' } });
    expect(await undo(job.id)).toMatchObject({
      changed: 2,
      skipped: [{ reason: 'it was changed since', leads: 1 }],
    });
    expect(await statuses()).toEqual({ contacted: 6, new: 2, qualified: 1 });
  });

  it('delete leads, which cannot be undone', async () => {
    const { run, undo, statuses } = await setUp(1_100);
    const job = await run({ deleted: true }, { status: 'contacted' });
    expect(job).toMatchObject({ state: 'done', changed: job.total, canUndo: false });
    expect(await statuses()).toEqual({ new: 366 });
    await expect(undo(job.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('start a sequence and stop all, and say who was skipped', async () => {
    const { client, campaign, run } = await setUp(3);
    await createLead(server, client, campaign, { phone: '(415) 555-7001' });
    const sequence = await createSequence(server, client.id, campaign.id);
    expect(await run({ sequenceId: sequence.id })).toMatchObject({
      changed: 1,
      skipped: [{ reason: 'the lead gave no phone number', leads: 3 }],
    });
    expect(await run({ stopSequences: true })).toMatchObject({ processed: 4, changed: 1, skipped: [] });
  });

  it('are canceled, and what was changed stays', async () => {
    const { client, store, statuses, jobOf } = await setUp(10);
    const { id, page } = await store({ status: 'qualified' }, { search: 'Lead' });
    await page(4);
    await client.call(CancelLeadJobDocument, { id });
    expect(await page(4)).toBeNull();
    expect(await jobOf(id)).toMatchObject({ state: 'canceled', processed: 4, changed: 4, canUndo: true });
    expect((await statuses())['qualified']).toBe(4);
    // Nobody can see any more what was searched for.
    expect(await sql('SELECT filter FROM lead_jobs WHERE id = $1', [id])).toEqual([{ filter: {} }]);
  });

  it('leave a lead alone that a colleague changes while its page waits for it', async () => {
    const { store, statuses, client } = await setUp(6);
    for (const action of [{ status: 'converted' }, { deleted: true }] as Action[]) {
      const { page } = await store(action, { status: 'new' });
      const colleague = server.dataSource.createQueryRunner();
      await colleague.startTransaction();
      await colleague.query(`UPDATE leads SET status = 'qualified' WHERE client_id = $1 AND status = 'new'`, [
        client.id,
      ]);
      const done = page();
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await sql(waiting)).length === 0);
      await colleague.commitTransaction();
      await colleague.release();
      await done;
      expect(await statuses()).toEqual({ contacted: 4, qualified: 2 });
      await sql(`UPDATE leads SET status = 'new' WHERE client_id = $1 AND status = 'qualified'`, [client.id]);
    }
  });

  it('fail with the reason when another attempt would fail too, and what was changed stays', async () => {
    const { client, campaign, store, jobOf } = await setUp(4);
    const sequence = await createSequence(server, client.id, campaign.id);
    const { id, page } = await store({ sequenceId: sequence.id });
    await page(2);
    await client.call(DeleteSequenceDocument, { id: sequence.id });
    await server.doBulkWork();
    expect(await page(2)).toBeNull();
    expect(await jobOf(id)).toMatchObject({ state: 'failed', processed: 2, error: 'The sequence was deleted.' });
  });

  it('undo what was changed until 24 hours after the end, and an undo that was stopped is started again', async () => {
    const { client, run, undo, store, jobOf, statuses } = await setUp(9);
    const job = await run({ status: 'converted' }, { status: 'new' });
    const { id, page } = await store({ status: 'converted' }, {}, { undoOf: job.id });
    await sql('UPDATE lead_jobs SET undone = true WHERE id = $1', [job.id]);
    await page(1);
    await sql(`UPDATE lead_jobs SET finished_at = now() - interval '23 hours 59 minutes' WHERE id = $1`, [job.id]);
    await client.call(CancelLeadJobDocument, { id });
    expect(await statuses()).toEqual({ contacted: 6, converted: 2, new: 1 });
    expect((await jobOf(job.id)).canUndo).toBe(true);
    expect(await undo(job.id)).toMatchObject({ state: 'done', changed: 2 });
    expect(await statuses()).toEqual({ contacted: 6, new: 3 });
    const old = await run({ status: 'converted' }, { status: 'new' });
    await sql(`UPDATE lead_jobs SET finished_at = now() - interval '24 hours 1 second' WHERE id = $1`, [old.id]);
    expect((await jobOf(old.id)).canUndo).toBe(false);
    await expect(undo(old.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are forgotten after 30 days, and what they changed after 24 hours, unless it is being undone', async () => {
    const { run, store } = await setUp(3);
    const [recent, old, undone, oldest] = [
      await run({ status: 'qualified' }),
      await run({ status: 'converted' }),
      await run({ status: 'qualified' }),
      await run({ status: 'converted' }),
    ];
    const end = (id: string, age: string) =>
      sql(`UPDATE lead_jobs SET finished_at = now() - $2::interval WHERE id = $1`, [id, age]);
    await end(recent.id, '23 hours');
    await end(old.id, '25 hours');
    await end(undone.id, '25 hours');
    await store({ status: 'qualified' }, {}, { undoOf: undone.id });
    await end(oldest.id, '31 days');
    for (const { name, run: purge } of periodicJobs({ dataSource: server.dataSource } as JobDependencies))
      if (name.startsWith('lead-job')) await asSystem(() => purge(new AbortController().signal));
    const changes = await sql<{ id: string }>(
      `SELECT DISTINCT job_id AS id FROM lead_job_changes WHERE job_id = ANY ($1)`,
      [[recent.id, old.id, undone.id, oldest.id]],
    );
    expect(changes.map(({ id }) => id).sort()).toEqual([recent.id, undone.id].sort());
    const jobs = await sql('SELECT FROM lead_jobs WHERE id = $1', [oldest.id]);
    expect(jobs).toEqual([]);
  });

  it('run at most three at a time for a client', async () => {
    const { client, start } = await setUp(1);
    await sql(
      `INSERT INTO lead_jobs (client_id, filter, action, total, started_by) SELECT $1, '{}', '{}', 1, 'test' FROM generate_series(1, 3)`,
      [client.id],
    );
    await expect(start({ status: 'new' })).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });

  it('do exactly one thing, and belong to their client', async () => {
    const { client, start, run } = await setUp(1);
    for (const action of [{}, { status: 'new', deleted: true }, { addTags: [], stopSequences: false }] as Action[])
      await expect(start(action)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { action: expect.any(String) },
      });
    const other = await setUp(1);
    const { id } = await run({ status: 'converted' });
    await expect(other.jobOf(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(other.undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const foreign = await createSequence(server, other.client.id, other.campaign.id);
    await expect(start({ sequenceId: foreign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      other.client.call(StartLeadJobDocument, { clientId: client.id, filter: {}, action: { status: 'new' } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
