import { randomUUID } from 'node:crypto';
import { eventually } from '@dripline/runtime/testing/eventually';
import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import { ClaimStepDocument, RecordSendResultDocument } from '../../testing/internal-operations/generated';
import {
  type EnrolledLeadsAction,
  LeadDocument,
  SequenceVersionPreviewDocument,
  StartSequenceDocument,
  SequenceVersionsDocument,
  type SequenceStepInput,
  UpdateClientDocument,
  UpdateSequenceDocument,
  type UpdateSequenceInput,
} from '../../testing/operations/generated';
import { startTestServer, type TestServer } from '../../testing/test-server';

const DAY = 24 * 60;
/** A step for each message, the first immediately and each other one after a day. */
const stepsOf = (...messages: string[]): SequenceStepInput[] =>
  messages.map((message, position) => ({ delayMinutes: position === 0 ? 0 : DAY, message }));

describe('the versions of a sequence', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  let lastDigits = 3_000;

  async function setUp(steps = stepsOf('A', 'B', 'C')) {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id, { steps });
    const publish = async (input: UpdateSequenceInput, enrolledLeads: EnrolledLeadsAction = 'finish') =>
      (await client.call(UpdateSequenceDocument, { id: sequence.id, input, enrolledLeads })).updateSequence;
    const history = async () => (await client.call(SequenceVersionsDocument, { id: sequence.id })).sequence;
    const preview = async (newSteps: SequenceStepInput[]) =>
      (await client.call(SequenceVersionPreviewDocument, { sequenceId: sequence.id, steps: newSteps }))
        .sequenceVersionPreview;

    /** Enrolls a lead that has had a number of messages. */
    async function enroll(sent = 0) {
      const phone = `(415) 555-${(lastDigits += 1)}`;
      const { id: leadId } = await createLead(server, client, campaign, { phone });
      const { lead } = await client.call(LeadDocument, { id: leadId });
      const { id } = lead.enrollments.nodes[0]!;
      const row = async () =>
        (
          await server.dataSource.query<
            {
              steps: { message: string; version: number }[];
              status: string;
              reason: string | null;
              next_step: number;
              next_due_at: Date;
              sequence_version: number;
            }[]
          >('SELECT * FROM enrollments WHERE id = $1', [id])
        )[0]!;
      const claim = async (position?: number) =>
        (await server.service(ClaimStepDocument, { enrollmentId: id, position: position ?? null })).claimStep;
      const record = async (messageId: string) =>
        (
          await server.service(RecordSendResultDocument, {
            outcome: { messageId, providerId: randomUUID(), status: 'sent' },
          })
        ).recordSendResult;
      const setDue = (due: string) =>
        server.dataSource.query(`UPDATE enrollments SET next_due_at = now() + $2::interval WHERE id = $1`, [id, due]);
      /** Sends the next message now. Returns its text, or undefined if none is left. */
      const sendNext = async () => {
        await setDue('0 s');
        const { message } = await claim();
        if (message) await record(message.id);
        return message?.body.replace(/^Acme: |\n.*/g, '');
      };
      const sendAll = async () => {
        const texts: string[] = [];
        for (let text = await sendNext(); text !== undefined; text = await sendNext()) texts.push(text);
        return texts;
      };
      for (let n = 0; n < sent; n += 1) await sendNext();
      return { id, leadId, row, claim, record, setDue, sendNext, sendAll };
    }
    /** Returns which of the leads were signalled. */
    const signalled = async (...leads: { id: string }[]) => {
      const rows = await server.dataSource.query<{ id: string }[]>(
        `SELECT subject_id AS id FROM outbox WHERE kind = 'signal'`,
      );
      return leads.map(({ id }) => rows.some((row) => row.id === id));
    };
    return { client, sequence, publish, history, preview, enroll, signalled };
  }

  it('are published by changes of what leads receive, and by no others', async () => {
    const { client, publish, history } = await setUp();
    expect(await history()).toMatchObject({ publishedVersion: 1, versions: { totalCount: 1 } });
    await publish({ name: 'Renamed', description: 'New', status: 'inactive' });
    await publish({ steps: stepsOf('A', 'B', 'C'), triggerEvent: 'lead_created', stopOnReply: true });
    expect((await history()).publishedVersion).toBe(1);
    await publish({ steps: stepsOf('A', 'B') });
    await publish({ stopOnReply: false }, 'move');
    await publish({ triggerEvent: 'lead_contacted' });
    const { publishedVersion, versions, steps } = await history();
    expect(publishedVersion).toBe(4);
    const by = client.login.username;
    expect(versions.nodes).toMatchObject([
      { number: 4, triggerEvent: 'lead_contacted', stopOnReply: false, enrolledLeads: 'finish', publishedBy: by },
      { number: 3, triggerEvent: 'lead_created', stopOnReply: false, enrolledLeads: 'move', publishedBy: by },
      { number: 2, stopOnReply: true, steps: [{ message: 'A' }, { message: 'B', delayMinutes: DAY, variants: [] }] },
      { number: 1, steps: [{ message: 'A' }, { message: 'B' }, { message: 'C' }], publishedBy: expect.any(String) },
    ]);
    expect(versions.nodes[0]!.steps.map(({ key }) => key)).toEqual(steps.map(({ key }) => key));
  });

  it('are numbered without gaps when changes are made at the same time', async () => {
    const { publish, history } = await setUp();
    await Promise.all(Array.from({ length: 12 }, (_, n) => publish({ steps: stepsOf(`Text ${n}`) })));
    const { versions, publishedVersion } = await history();
    expect(versions.nodes.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 13 }, (_, n) => n + 1),
    );
    expect(publishedVersion).toBe(13);
  });

  it('keep the key of a step with the same message, or else at the same position, or that is given', async () => {
    const { publish, history } = await setUp();
    const keys = async () => Object.fromEntries((await history()).steps.map(({ key, message }) => [message, key]));
    const first = await keys();
    await publish({ steps: stepsOf('B', 'A', 'New') });
    const second = await keys();
    expect(second).toEqual({ A: first['A'], B: first['B'], New: first['C'] });
    await publish({ steps: [...stepsOf('First'), { key: second['B']!, delayMinutes: 5, message: 'B, edited' }] });
    const third = await keys();
    expect(third['B, edited']).toBe(first['B']);
    expect(Object.values(first)).not.toContain(third['First']);
    const repeated = stepsOf('X', 'Y').map((step) => ({ ...step, key: first['A']! }));
    await expect(publish({ steps: repeated })).rejects.toMatchObject({
      fields: { 'steps.1.key': 'Each step must have a key of its own.' },
    });
    await expect(publish({ steps: [{ ...stepsOf('X')[0]!, key: 'x' }] })).rejects.toMatchObject({
      fields: { 'steps.0.key': 'key must be the key of a step.' },
    });
  });

  it('finish: enrolled leads finish on their version, and later ones get the new one', async () => {
    const { publish, enroll, signalled } = await setUp();
    const before = await enroll(1);
    await publish({ steps: stepsOf('A2', 'B2') });
    expect(await signalled(before)).toEqual([false]);
    expect(await before.sendAll()).toEqual(['B', 'C']);
    expect(await before.row()).toMatchObject({ sequence_version: 1, status: 'completed' });
    const after = await enroll();
    expect(await after.sendAll()).toEqual(['A2', 'B2']);
    expect(await after.row()).toMatchObject({ sequence_version: 2, steps: [{ version: 2 }, { version: 2 }] });
  });

  it('move: enrolled leads go on after the last step that they had, whatever was added before it', async () => {
    const { publish, history, enroll, signalled } = await setUp();
    const [none, one, two, all] = [await enroll(0), await enroll(1), await enroll(2), await enroll(3)];
    const [a, b, c] = (await history()).steps;
    await publish(
      {
        steps: [
          { delayMinutes: 0, message: 'Zero' },
          { key: b!.key, delayMinutes: 5, message: 'B, edited' },
          { key: a!.key, delayMinutes: 5, message: 'A' },
          { key: c!.key, delayMinutes: 5, message: 'C' },
          { delayMinutes: 5, message: 'D' },
        ],
      },
      'move',
    );
    await eventually(async () => expect(await signalled(none, one, two, all)).toEqual([true, true, true, false]));
    expect(await none.sendAll()).toEqual(['Zero', 'B, edited', 'A', 'C', 'D']);
    // The step that it had is now the third one, so that it never gets the one before it.
    expect(await one.sendAll()).toEqual(['C', 'D']);
    expect(await two.sendAll()).toEqual(['C', 'D']);
    expect(await all.row()).toMatchObject({ sequence_version: 1, status: 'completed' });
    const { steps } = await two.row();
    expect(steps.map(({ message, version }) => [message, version])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 2],
      ['D', 2],
    ]);
  });

  it('move: a lead that had none of the steps goes on at the same number, and one that had all is done', async () => {
    const { publish, enroll } = await setUp();
    const [one, two] = [await enroll(1), await enroll(2)];
    const rewritten = stepsOf('X', 'Y').map((step) => ({ ...step, key: randomUUID() }));
    await publish({ steps: rewritten }, 'move');
    expect(await one.sendAll()).toEqual(['Y']);
    expect(await two.claim()).toMatchObject({ decision: 'finish', reason: 'done' });
    expect(await two.row()).toMatchObject({ status: 'completed' });
  });

  it('move: the delay of the new step counts from the step before, and what is overdue by it is sent now', async () => {
    const { publish, enroll } = await setUp([...stepsOf('A'), { delayMinutes: 10 * DAY, message: 'B' }]);
    const [recent, old] = [await enroll(1), await enroll(1)];
    await old.setDue('5 days');
    const { next_due_at: dueBefore } = await recent.row();
    await publish({ steps: stepsOf('A', 'B') }, 'move');
    const waiting = await recent.claim();
    expect(waiting).toMatchObject({ decision: 'wait', position: 1 });
    expect(dueBefore.getTime() - Date.parse(waiting.dueAt!)).toBe(9 * DAY * 60_000);
    // It is four days past its time, which is no reason to drop it.
    expect(await old.claim(1)).toMatchObject({ decision: 'send', message: { body: expect.stringContaining('B') } });
  });

  it('stop: enrolled leads get no more messages, their timeline says why, and they can be started anew before the first', async () => {
    const { client, sequence, publish, enroll } = await setUp();
    const lead = await enroll(1);
    await publish({ steps: stepsOf('A2') }, 'stop');
    expect(await lead.claim()).toMatchObject({ decision: 'finish', reason: 'new_version' });
    expect(await lead.row()).toMatchObject({ status: 'cancelled', next_step: 1, sequence_version: 1 });
    const { timeline } = (await client.call(LeadDocument, { id: lead.leadId })).lead;
    expect(timeline.at(-1)!.description).toBe(
      '“Welcome”: no more messages because a new version of the sequence was published',
    );
    expect(await (await enroll()).sendAll()).toEqual(['A2']);
    const early = await enroll();
    await publish({ steps: stepsOf('A3') }, 'stop');
    expect(await early.claim()).toMatchObject({ decision: 'finish', reason: 'new_version' });
    const { startSequence } = await client.call(StartSequenceDocument, {
      ...{ leadId: early.leadId, sequenceId: sequence.id },
    });
    expect(startSequence).toMatchObject({ status: 'active', steps: [{ message: 'A3' }] });
  });

  it.each(['move', 'stop'] as const)('%s: leaves leads alone whose sequence has ended', async (enrolledLeads) => {
    const { publish, enroll } = await setUp();
    const lead = await enroll(1);
    await publish({ steps: stepsOf('A', 'B2') }, enrolledLeads);
    await server.dataSource.query(`UPDATE enrollments SET status = 'cancelled', reason = 'replied' WHERE id = $1`, [
      lead.id,
    ]);
    const before = await lead.row();
    expect(await lead.claim()).toMatchObject({ decision: 'finish', reason: 'replied' });
    expect(await lead.row()).toEqual(before);
  });

  it('move: a message that was too late before stays too late', async () => {
    const { publish, enroll } = await setUp();
    const lead = await enroll(1);
    await lead.setDue('-30 hours');
    await publish({ steps: stepsOf('A', 'B2', 'C2') }, 'move');
    expect(await lead.claim()).toMatchObject({ decision: 'wait', position: 2 });
    const messages = await server.dataSource.query<{ step: number; reason: string | null }[]>(
      'SELECT step, reason FROM sms_messages WHERE enrollment_id = $1 ORDER BY step',
      [lead.id],
    );
    expect(messages).toEqual([
      { step: 0, reason: null },
      { step: 1, reason: 'expired' },
    ]);
  });

  it('move: gives back the quota that a replaced message reserved', async () => {
    const { client, publish, enroll } = await setUp();
    const lead = await enroll(1);
    await lead.setDue('0 s');
    await server.dataSource.query(
      `INSERT INTO provider_breaker (id, reason, failures, open_until) VALUES (true, 'down', 1, now() + interval '1 hour')`,
    );
    const used = async () =>
      (
        await server.dataSource.query<{ used: number }[]>(
          `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
          [client.id],
        )
      )[0]!.used;
    expect(await lead.claim()).toMatchObject({ decision: 'hold', reason: 'provider_unavailable' });
    expect(await used()).toBe(2);
    await server.dataSource.query('DELETE FROM provider_breaker');
    await publish({ steps: [...stepsOf('A'), { delayMinutes: 3 * DAY, message: 'B2' }] }, 'move');
    expect(await lead.claim()).toMatchObject({ decision: 'wait', position: 1 });
    expect(await used()).toBe(1);
    expect(await lead.sendAll()).toEqual(['B2']);
    expect(await used()).toBe(2);
  });

  it('are followed although the previous release created or edited the sequence', async () => {
    const { sequence, publish, history, enroll } = await setUp(stepsOf('A', 'B'));
    await server.dataSource.query('DELETE FROM sequence_versions WHERE sequence_id = $1', [sequence.id]);
    const lead = await enroll(1);
    await publish({ steps: stepsOf('A', 'B2') }, 'move');
    expect((await history()).versions.nodes).toMatchObject([
      { number: 2, enrolledLeads: 'move' },
      { number: 1, steps: [{ message: 'A' }, { message: 'B' }], publishedBy: null },
    ]);
    expect(await lead.sendAll()).toEqual(['B2']);
    await server.dataSource.query(`UPDATE steps SET message = 'Edited' WHERE sequence_id = $1 AND position = 1`, [
      sequence.id,
    ]);
    await publish({ steps: stepsOf('A', 'B3') });
    expect((await history()).versions.nodes.map(({ number, steps }) => [number, steps[1]!.message])).toEqual([
      [4, 'B3'],
      [3, 'Edited'],
      [2, 'B2'],
      [1, 'B'],
    ]);
  });

  it('follow one another: a lead that is not woken yet does what each version said', async () => {
    const { publish, enroll } = await setUp();
    const [moved, finished] = [await enroll(1), await enroll(1)];
    await publish({ steps: stepsOf('A', 'B2', 'C2') }, 'move');
    expect(await finished.sendNext()).toBe('B2');
    await publish({ steps: stepsOf('A', 'B3', 'C3') }, 'finish');
    expect(await moved.sendAll()).toEqual(['B2', 'C2']);
    expect(await finished.sendAll()).toEqual(['C2']);
    const stopped = await enroll(1);
    await publish({ steps: stepsOf('A4') }, 'stop');
    await publish({ steps: stepsOf('A5', 'B5') }, 'move');
    expect(await stopped.claim()).toMatchObject({ decision: 'finish', reason: 'new_version' });
  });

  it.each(['move', 'stop'] as const)('%s: waits for the result of an attempt under way', async (enrolledLeads) => {
    const { publish, enroll } = await setUp();
    const lead = await enroll(1);
    await lead.setDue('0 s');
    const { message } = await lead.claim(1);
    await publish({ steps: stepsOf('A', 'B2', 'C2', 'D2') }, enrolledLeads);
    // The worker is woken, and asks the provider about the attempt.
    expect(await lead.claim()).toMatchObject({ decision: 'send', message: { id: message!.id, attemptedBefore: true } });
    expect((await lead.row()).sequence_version).toBe(1);
    const state = await lead.record(message!.id);
    if (enrolledLeads === 'stop') return expect(state).toMatchObject({ decision: 'finish', reason: 'new_version' });
    expect(state).toMatchObject({ decision: 'wait', position: 2 });
    expect(await lead.sendAll()).toEqual(['C2', 'D2']);
  });

  it('move: the last message under way is followed by the steps that were added', async () => {
    const { publish, enroll } = await setUp(stepsOf('A'));
    const lead = await enroll();
    const { message } = await lead.claim(0);
    await publish({ steps: stepsOf('A', 'B') }, 'move');
    expect(await lead.record(message!.id)).toMatchObject({ decision: 'wait', position: 1 });
    expect(await lead.sendAll()).toEqual(['B']);
  });

  it('move: a message that waits for the monthly limit is replaced, and sent once there is room', async () => {
    const { client, publish, enroll } = await setUp(stepsOf('A'));
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
    const lead = await enroll();
    expect(await lead.claim(0)).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    await publish({ steps: stepsOf('A2') }, 'move');
    expect(await lead.claim()).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    const bodies = () =>
      server.dataSource.query<{ body: string; status: string }[]>(
        'SELECT body, status FROM sms_messages WHERE enrollment_id = $1',
        [lead.id],
      );
    expect(await bodies()).toEqual([{ body: 'Acme: A2\nReply STOP to stop.', status: 'held' }]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 5 } });
    expect(await lead.sendAll()).toEqual(['A2']);
    expect(await bodies()).toMatchObject([{ status: 'sent' }]);
  });

  it('move and stop leads that enrolled before versions were kept', async () => {
    const { publish, enroll } = await setUp();
    const leads = [await enroll(1), await enroll(2)];
    const forget = () =>
      server.dataSource.query(
        `UPDATE enrollments SET sequence_version = 0, steps = (SELECT jsonb_agg(step - 'key' - 'version') FROM jsonb_array_elements(steps) step) WHERE id = ANY ($1)`,
        [leads.map(({ id }) => id)],
      );
    await forget();
    await publish({ steps: stepsOf('Zero', 'A', 'B', 'C2') }, 'move');
    expect(await leads[0]!.sendNext()).toBe('B');
    expect(await leads[1]!.sendAll()).toEqual(['C2']);
    const stopped = await enroll(1);
    await server.dataSource.query('UPDATE enrollments SET sequence_version = 0 WHERE id = $1', [stopped.id]);
    await publish({ steps: stepsOf('Zero') }, 'stop');
    expect(await stopped.claim()).toMatchObject({ decision: 'finish', reason: 'new_version' });
    // The previous release may enroll a lead in the newest steps without storing the version.
    const later = await enroll();
    await server.dataSource.query('UPDATE enrollments SET sequence_version = 0 WHERE id = $1', [later.id]);
    expect(await later.sendAll()).toEqual(['Zero']);
  });

  it('can be previewed: where the leads stand, and when each choice sends their next messages', async () => {
    const { publish, preview, enroll } = await setUp([...stepsOf('A'), { delayMinutes: 10 * DAY, message: 'B' }]);
    expect(await preview(stepsOf('A'))).toEqual({ leads: 0, groups: [] });
    const [early, recent, old] = [await enroll(), await enroll(1), await enroll(1)];
    await early.setDue('1 hour');
    await recent.setDue('9.5 days');
    await old.setDue('5 days');
    const inDays = (days: number) => new Date(Date.now() + days * DAY * 60_000).toISOString();
    const shortened = stepsOf('A', 'B');
    const result = await preview(shortened);
    expect(result).toMatchObject({
      leads: 3,
      groups: [
        { version: 1, step: 1, leads: 1, movedStep: 1, finish: { dueNow: 0 }, move: { dueNow: 0 } },
        { version: 1, step: 2, leads: 2, movedStep: 2, finish: { dueNow: 0 }, move: { dueNow: 1 } },
      ],
    });
    const [, second] = result.groups;
    const minuteOf = (time: string) => time.slice(0, 16);
    expect(minuteOf(second!.finish!.first)).toBe(minuteOf(inDays(5)));
    expect(minuteOf(second!.finish!.last)).toBe(minuteOf(inDays(9.5)));
    expect(minuteOf(second!.move!.first)).toBe(minuteOf(inDays(0)));
    expect(minuteOf(second!.move!.last)).toBe(minuteOf(inDays(0.5)));
    expect((await preview(stepsOf('A'))).groups[1]).toMatchObject({ leads: 2, movedStep: null, move: null });
    await publish({ steps: shortened }, 'move');
    expect(await recent.claim()).toMatchObject({ decision: 'wait', dueAt: second!.move!.last });
    expect(await old.claim()).toMatchObject({ decision: 'send' });
  });
});
