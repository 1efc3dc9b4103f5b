import { eventually } from '@dripline/runtime/testing/eventually';
import { signInForCookie } from '../testing/access-matrix-fixture';
import { openStream, type TestStream } from '../testing/open-stream';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import {
  CreateLeadNoteDocument,
  CreateMemberDocument,
  DeleteLeadDocument,
  DeleteMemberDocument,
  MarkNotificationsSeenDocument,
  MuteNotificationsDocument,
  NotificationsDocument,
  StartLeadJobDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateLeadNoteDocument,
  UpdateLeadsDocument,
} from '../testing/operations/generated';
import { asSystem } from '../access/scope';
import { type JobDependencies, periodicJobs } from '../jobs/periodic-jobs';
import { handleReply } from '../replies/handle-reply';
import { type Caller, startTestServer, type TestServer } from '../testing/test-server';

const FIGURES = `subscription ($id: ID!) { clientUpdated(clientId: $id) { cursor client { notificationState { unseen } } } }`;

describe('notifications', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  let last = 0;
  async function setUp(changes: Parameters<typeof createClient>[1] = {}) {
    const client = await createClient(server, changes);
    const campaign = await createCampaign(server, client.id);
    const add = async (name: string) => {
      const input = {
        name,
        username: `notified-${(last += 1)}`,
        password: 'green apples on tuesday',
        role: 'staff' as const,
      };
      const { createMember } = await client.call(CreateMemberDocument, { clientId: client.id, input });
      return { id: createMember.id, call: await server.signInClient(input.username, input.password) };
    };
    const [ann, bo] = [await add('Ann'), await add('Bo Derek')];
    const submit = async (fullName: string) =>
      (
        await createLead(server, client, campaign, {
          fullName,
          phone: `(415) 555-${String((last += 1)).padStart(4, '0')}`,
        })
      ).id;
    const read = async (call: Caller) => (await call(NotificationsDocument, { clientId: client.id })).client;
    /** Returns what an account is shown, newest first, such as "reply Ann Lee". */
    const shown = async (call: Caller) =>
      (await read(call)).notifications.nodes.map(({ kind, lead, leads, actorName }) =>
        [actorName, kind, lead?.fullName ?? leads].filter((part) => part != null).join(' '),
      );
    const unseen = async (call: Caller) => (await read(call)).notificationState.unseen;
    return { client, campaign, ann, bo, submit, shown, unseen, read };
  }
  /** Lets a lead reply to a message of its client. */
  async function reply(leadId: string, body: string): Promise<void> {
    const [{ to }] = await server.dataSource.query<[{ to: string }]>(
      `WITH enrollment AS (
         INSERT INTO enrollments (client_id, lead_id, steps, status, next_step) SELECT client_id, id, '[]', 'completed', 1 FROM leads WHERE id = $1
         RETURNING id, client_id, lead_id
       )
       INSERT INTO sms_messages (client_id, campaign_id, lead_id, enrollment_id, step, to_e164, body, status, due_at, sent_at)
       SELECT leads.client_id, campaign_id, lead_id, enrollment.id, 0, phone_e164, 'Hi', 'sent', now(), now()
       FROM enrollment JOIN leads ON leads.id = lead_id RETURNING to_e164 AS to`,
      [leadId],
    );
    await asSystem(() => handleReply(server.dataSource, { providerId: `SM-${(last += 1)}`, from: to, body }));
  }

  it('of a new lead are for all accounts, each of which has its own state', async () => {
    const { client, ann, bo, submit, shown, unseen } = await setUp();
    await submit('Lee One');
    await submit('Lee Two');
    for (const call of [client.call, ann.call, bo.call, server.admin]) {
      expect(await shown(call)).toEqual(['new_lead Lee Two', 'new_lead Lee One']);
      expect(await unseen(call)).toBe(2);
    }
    const { notificationState } = (await ann.call(MarkNotificationsSeenDocument, { clientId: client.id }))
      .markNotificationsSeen;
    expect(notificationState).toEqual({ unseen: 0, seenAt: expect.any(String) });
    await submit('Lee Three');
    expect(await Promise.all([ann.call, bo.call, client.call, server.admin].map(unseen))).toEqual([1, 3, 3, 3]);
    await ann.call(MarkNotificationsSeenDocument, { clientId: client.id });
    await ann.call(MuteNotificationsDocument, { clientId: client.id, kinds: ['new_lead'] });
    await submit('Lee Four');
    expect(await unseen(ann.call)).toBe(0);
    expect(await shown(ann.call)).toEqual([]);
    expect(await shown(bo.call)).toHaveLength(4);
    await ann.call(MuteNotificationsDocument, { clientId: client.id, kinds: [] });
    expect(await unseen(ann.call)).toBe(1);
  });

  it('of a held lead arrive when it is released', async () => {
    const { client, ann, submit, shown } = await setUp();
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    await submit('Held');
    expect(await shown(ann.call)).toEqual([]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 10 } });
    await server.doBulkWork();
    expect(await shown(ann.call)).toEqual(['new_lead Held']);
  });

  it('of a reply are for the owner of the lead and the business, or for all, and not of STOP', async () => {
    const { client, ann, bo, submit, shown } = await setUp();
    const lead = await submit('Lee');
    await ann.call(UpdateLeadDocument, { id: lead, input: { ownerId: ann.id } });
    await reply(lead, 'Yes please');
    expect(await shown(ann.call)).toEqual(['reply Lee', 'new_lead Lee']);
    expect(await shown(client.call)).toEqual(['reply Lee', 'new_lead Lee']);
    expect(await shown(bo.call)).toEqual(['new_lead Lee']);
    await client.call(DeleteMemberDocument, { id: ann.id });
    await reply(lead, 'And a question');
    expect(await shown(bo.call)).toEqual(['reply Lee', 'new_lead Lee']);
    await reply(lead, 'STOP');
    expect(await shown(bo.call)).toHaveLength(2);
    expect(await shown(client.call)).toHaveLength(3);
  });

  it('of an assignment are for the new owner only, one for several leads, and never of a choice of one’s own', async () => {
    const { client, ann, bo, submit, shown } = await setUp();
    const ids = [await submit('One'), await submit('Two'), await submit('Three')];
    const mine = async (call: Caller) => (await shown(call)).filter((text) => text.includes('assignment'));
    await client.call(UpdateLeadDocument, { id: ids[0]!, input: { ownerId: ann.id } });
    await client.call(UpdateLeadDocument, { id: ids[0]!, input: { ownerId: ann.id } });
    await ann.call(UpdateLeadsDocument, { clientId: client.id, ids, ownerId: bo.id });
    await bo.call(UpdateLeadsDocument, { clientId: client.id, ids, ownerId: bo.id });
    await bo.call(UpdateLeadDocument, { id: ids[1]!, input: { ownerId: bo.id } });
    expect(await mine(ann.call)).toEqual([expect.stringMatching(/^.+ assignment One$/)]);
    expect(await mine(bo.call)).toEqual(['Ann assignment 3']);
    expect(await mine(client.call)).toEqual([]);
    // As the undo of a change does.
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids, ownerId: ann.id, notifyOwner: false });
    expect(await mine(ann.call)).toHaveLength(1);
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids, ownerId: bo.id, notifyOwner: false });
    const start = (call: Caller, ownerId: string) =>
      call(StartLeadJobDocument, { clientId: client.id, filter: {}, action: { ownerId } }).then(() =>
        server.doBulkWork(),
      );
    await start(bo.call, ann.id);
    await start(bo.call, bo.id);
    expect(await mine(ann.call)).toEqual(['Bo Derek assignment 3', expect.any(String)]);
    expect(await mine(bo.call)).toEqual(['Ann assignment 3']);
  });

  it('of a mention are for the members whom a note names, once each', async () => {
    const { client, ann, bo, submit, shown } = await setUp();
    const lead = await submit('Lee');
    const mentions = async (call: Caller) => (await shown(call)).filter((text) => text.includes('mention'));
    const { createLeadNote } = await ann.call(CreateLeadNoteDocument, {
      leadId: lead,
      body: '@bo derek, please call. Mail me@Ann.example, @Ann',
    });
    expect(await mentions(bo.call)).toEqual(['Ann mention Lee']);
    expect(await mentions(ann.call)).toEqual([]);
    expect(await mentions(client.call)).toEqual([]);
    await ann.call(UpdateLeadNoteDocument, { id: createLeadNote.id, body: '@Bo Derek, please call soon' });
    expect(await mentions(bo.call)).toHaveLength(1);
    await client.call(CreateLeadNoteDocument, { leadId: lead, body: '@Ann and @Bo Derek: well done' });
    expect(await mentions(bo.call)).toHaveLength(2);
    expect(await mentions(ann.call)).toHaveLength(1);
  });

  it('are counted for each subscriber of the client’s changes, who share what is loaded', async () => {
    const { client, submit } = await setUp();
    const logins = [];
    for (const name of ['Cy', 'Di']) {
      const username = `followed-${(last += 1)}`;
      const input = { name, username, password: 'green apples on tuesday', role: 'staff' as const };
      await client.call(CreateMemberDocument, { clientId: client.id, input });
      logins.push({ username, password: input.password });
    }
    const [cy, di] = await Promise.all(logins.map(({ username, password }) => server.signInClient(username, password)));
    const lead = await submit('One');
    await cy!(MarkNotificationsSeenDocument, { clientId: client.id });
    const streams: TestStream[] = [];
    for (const login of [...logins, client.login]) {
      const cookie = await signInForCookie(server, 'signInClient', login);
      streams.push(await (await openStream(server.url, { cookie }, FIGURES, { id: client.id })).ready());
    }
    await di!(CreateLeadNoteDocument, { leadId: lead, body: '@Cy' });
    const counted = () =>
      streams.map(
        ({ events }) =>
          events.findLast(({ data }) => data?.['clientUpdated']?.['client'])?.data?.['clientUpdated']?.['client'],
      );
    await eventually(() => expect(counted()).toEqual([1, 1, 1].map((unseen) => ({ notificationState: { unseen } }))));
    await submit('Two');
    await eventually(() => expect(counted()).toEqual([2, 2, 2].map((unseen) => ({ notificationState: { unseen } }))));
    await cy!(MarkNotificationsSeenDocument, { clientId: client.id });
    await submit('Three');
    await eventually(() => expect(counted()).toEqual([1, 3, 3].map((unseen) => ({ notificationState: { unseen } }))));
    for (const stream of streams) stream.close();
  });

  it('vanish with their lead, and after 30 days', async () => {
    const { client, ann, submit, shown, unseen } = await setUp();
    const lead = await submit('Gone');
    await submit('Old');
    await client.call(DeleteLeadDocument, { id: lead });
    expect(await shown(ann.call)).toEqual(['new_lead Old']);
    const count = async () =>
      (
        await server.dataSource.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM notifications WHERE client_id = $1',
          [client.id],
        )
      )[0]!.n;
    const age = (days: number) =>
      server.dataSource.query(
        `UPDATE notifications SET created_at = now() - make_interval(days => $2) WHERE client_id = $1`,
        [client.id, days],
      );
    const { scopedDataSource: dataSource } = server;
    const job = periodicJobs({ dataSource } as unknown as JobDependencies).find(
      ({ name }) => name === 'notifications',
    )!;
    const run = () => asSystem(() => job.run(new AbortController().signal));
    await age(29);
    await run();
    expect(await count()).toBe(1);
    await age(31);
    expect(await unseen(client.call)).toBe(0);
    await run();
    expect(await count()).toBe(0);
  });

  it('are counted up to 100, and not from before a member joined', async () => {
    const { client, campaign, ann, unseen } = await setUp();
    await server.dataSource.query(
      `WITH added AS (INSERT INTO leads (client_id, campaign_id, form_data) SELECT $1, $2, '{}' FROM generate_series(1, 300) RETURNING id)
       INSERT INTO notifications (client_id, kind, lead_id, created_at) SELECT $1, 'new_lead', id, now() - interval '1 hour' FROM added`,
      [client.id, campaign.id],
    );
    expect(await unseen(client.call)).toBe(100);
    expect(await unseen(ann.call)).toBe(0);
  });
});
