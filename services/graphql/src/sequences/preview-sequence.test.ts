import {
  RehearsalDocument,
  type RehearsalInput,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { DateTime } from 'luxon';
import { makeCampaign, makeClient, makeLead, makeSequence } from '../testing/make';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';
import { claimStep } from '../messages/claim-step';
import { recordSend } from '../messages/record-send-result';
import { SmsStatus } from '../messages/outbound-message.entity';

const jane = { fullName: 'Jane Smith', phone: '(555) 555-0123', email: 'jane@example.com' };
const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'America/Santiago',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const timersThatRun = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

describe('a rehearsal', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  async function stage(timeZone = 'America/New_York') {
    const client = await makeClient(server, { businessName: 'Acme' });
    await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
    const campaign = await makeCampaign(server, client.id);
    const rehearse = async (input: Partial<RehearsalInput>, call = client.call) =>
      (
        await call(RehearsalDocument, {
          clientId: client.id,
          input: { campaignId: campaign.id, arrivesAt: '2026-06-01T12:00', ...input },
        })
      ).rehearsal;
    return { client, campaign, rehearse };
  }

  it('says for each step when it goes, why it waits, and what it says', async () => {
    const { rehearse } = await stage();
    const steps = [
      { delayMinutes: 1, message: 'Hi {{firstName}} from {{businessName}}' },
      { delayMinutes: 50, message: 'Still there?' },
      { delayMinutes: 60, message: 'It’s {{email}} 😀' },
      { delayMinutes: 13 * 60, message: 'a'.repeat(161) },
      { delayMinutes: 7 * 24 * 60, message: 'Bye' },
    ];
    const { timeZone, heldBy, steps: texts } = await rehearse({ arrivesAt: '2026-10-30T20:30', steps });
    expect({ timeZone, heldBy }).toEqual({ timeZone: 'America/New_York', heldBy: null });
    const quiet = 'Waits for 8:00 AM, quiet hours';
    expect(texts).toEqual([
      {
        position: 0,
        dueAt: '2026-10-31T00:31:00.000Z',
        sendsAt: '2026-10-31T00:31:00.000Z',
        notes: [],
        text: 'Hi Jane from Acme\nReply STOP to stop.',
        encoding: 'gsm7',
        characters: 37,
        segments: 1,
        costlyCharacters: [],
      },
      {
        position: 1,
        dueAt: '2026-10-31T01:21:00.000Z',
        sendsAt: '2026-10-31T01:21:00.000Z',
        notes: ['Goes in quiet hours: it is within an hour of the form'],
        text: 'Still there?',
        encoding: 'gsm7',
        characters: 12,
        segments: 1,
        costlyCharacters: [],
      },
      {
        position: 2,
        dueAt: '2026-10-31T02:21:00.000Z',
        sendsAt: '2026-10-31T12:00:00.000Z',
        notes: [quiet],
        text: 'It’s jane@example.com 😀',
        encoding: 'ucs2',
        characters: 24,
        segments: 1,
        costlyCharacters: ['’', '😀'],
      },
      // 9 PM exactly is quiet; in the night to 1 November the clocks go back.
      {
        position: 3,
        dueAt: '2026-11-01T01:00:00.000Z',
        sendsAt: '2026-11-01T13:00:00.000Z',
        notes: [quiet, 'The clocks change before it'],
        text: 'a'.repeat(161),
        encoding: 'gsm7',
        characters: 161,
        segments: 2,
        costlyCharacters: [],
      },
      {
        position: 4,
        dueAt: '2026-11-08T13:00:00.000Z',
        sendsAt: '2026-11-08T13:00:00.000Z',
        notes: [],
        text: 'Bye',
        encoding: 'gsm7',
        characters: 3,
        segments: 1,
        costlyCharacters: [],
      },
    ]);
  });

  it('takes from the saved sequence what is left out, and begins when the lead is marked contacted where that is the trigger', async () => {
    const { client, campaign, rehearse } = await stage();
    const { id } = await makeSequence(server, client.id, campaign.id, {
      triggerEvent: 'lead_contacted',
      status: 'inactive',
    });
    const saved = { sequenceId: id, campaignId: null };
    const { beginsAt, steps } = await rehearse({ ...saved, contactedAt: '2026-06-01T15:00' });
    expect(beginsAt).toBe('2026-06-01T19:00:00.000Z');
    expect(steps.map(({ text, sendsAt }) => [text, sendsAt])).toEqual([
      ['Hi Jane from Acme\nReply STOP to stop.', '2026-06-01T19:00:00.000Z'],
      ['Still interested?', '2026-06-01T19:01:00.000Z'],
    ]);
    expect((await rehearse({ ...saved, triggerEvent: 'lead_created' })).beginsAt).toBe('2026-06-01T16:00:00.000Z');
    expect((await rehearse({ ...saved, steps: [{ delayMinutes: 0, message: 'New' }] })).steps).toMatchObject([
      { text: 'Acme: New\nReply STOP to stop.' },
    ]);
  });

  it('says why the texts would wait all the same', async () => {
    const { client, rehearse } = await stage();
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    const { heldBy, steps } = await rehearse({ steps: [{ delayMinutes: 5, message: 'Hi' }] });
    expect(heldBy).toBe('texts are switched off for this business');
    expect(steps).toMatchObject([{ sendsAt: '2026-06-01T16:05:00.000Z' }]);
  });

  it('refuses what cannot be rehearsed, by field, and another client’s sequence, campaign and dashboard', async () => {
    const { client, campaign, rehearse } = await stage();
    const other = await stage();
    const { id } = await makeSequence(server, client.id, campaign.id);
    const steps = [{ delayMinutes: 0, message: 'Hi' }];
    const refused = (field: string) => ({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) as string } });
    await expect(rehearse({})).rejects.toMatchObject(refused('steps'));
    await expect(rehearse({ steps, campaignId: null })).rejects.toMatchObject(refused('campaignId'));
    await expect(rehearse({ steps, arrivesAt: 'now' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(rehearse({ steps, arrivesAt: '2026-02-30T10:00' })).rejects.toMatchObject(refused('arrivesAt'));
    await expect(rehearse({ steps, contactedAt: '2026-05-31T12:00' })).rejects.toMatchObject(refused('contactedAt'));
    await expect(rehearse({ steps: [{ delayMinutes: 0, message: ' ' }] })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(other.rehearse({ sequenceId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(other.rehearse({ steps, campaignId: campaign.id })).rejects.toMatchObject(refused('campaignId'));
    await expect(rehearse({ steps }, other.client.call)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rehearse({ steps }, server.visitor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each(seeds())(
    'agrees with what the engine then does, at any time in any zone, on days when clocks change too (seed %s)',
    async (seed) => {
      const pick = pickFrom(seed);
      const one = <Item>(items: readonly Item[]) => items[pick(items.length)]!;
      for (const timeZone of zones) {
        const { client, campaign, rehearse } = await stage(timeZone);
        const { id: sequenceId } = await makeSequence(server, client.id, campaign.id);
        for (const day of [one(daysOfYear(timeZone)), ...changes(timeZone), ...changes(timeZone)]) {
          const arrivesAt = day.plus({ minutes: pick(2 * 24 * 60) });
          const contactedAt = arrivesAt.plus({ minutes: one([0, 30, 61, pick(3_000)]) });
          const triggerEvent = one(['lead_created', 'lead_contacted'] as const);
          const steps = Array.from({ length: 1 + pick(4) }, (_, n) => ({
            delayMinutes: one([0, 1, 59, 60, 61, 600, 1440, 1500, pick(10_000)]),
            message: `${n} {{firstName}} {{email}}`,
          }));
          await server.admin(UpdateSequenceDocument, { id: sequenceId, input: { steps, triggerEvent } });
          const rehearsal = await rehearse({
            sequenceId,
            arrivesAt: local(arrivesAt),
            contactedAt: local(contactedAt),
          });

          const { id: leadId } = await makeLead(server, client, campaign, jane);
          if (triggerEvent === 'lead_contacted')
            await server.admin(UpdateLeadDocument, { id: leadId, input: { status: 'contacted' } });
          await server.dataSource.query('UPDATE leads SET created_at = $2 WHERE id = $1', [
            leadId,
            rehearsal.arrivesAt,
          ]);
          const enrollmentId = await moveEnrollment(leadId, rehearsal.beginsAt);
          const said = rehearsal.steps.map(({ sendsAt, text }) => [sendsAt, text]);
          expect({ timeZone, arrivesAt: local(arrivesAt), texts: await sendAll(enrollmentId) }).toEqual({
            timeZone,
            arrivesAt: local(arrivesAt),
            texts: said,
          });
        }
      }
    },
    120_000,
  );

  /** As if it had begun then. */
  async function moveEnrollment(leadId: string, beginsAt: string): Promise<string> {
    const [[row]] = await server.dataSource.query<[[{ id: string }]]>(
      'UPDATE enrollments SET next_due_at = $2::timestamptz + (next_due_at - created_at) WHERE lead_id = $1 RETURNING id',
      [leadId, beginsAt],
    );
    return row.id;
  }

  /** Has the engine go through an enrollment, with its clock put to each time that it asks for; answers when each text went. */
  async function sendAll(enrollmentId: string): Promise<[string, string][]> {
    const sent: [string, string][] = [];
    const [{ next_due_at: first }] = await server.dataSource.query<[{ next_due_at: Date }]>(
      'SELECT next_due_at FROM enrollments WHERE id = $1',
      [enrollmentId],
    );
    jest.useFakeTimers({ now: first, doNotFake: [...timersThatRun] });
    try {
      for (let position = 0, at: Date | null = first; at;) {
        jest.setSystemTime(at);
        const claim = await server.dataSource.transaction((db) => claimStep(db, enrollmentId, position));
        let next = claim as Pick<typeof claim, 'position' | 'dueAt' | 'reason'>;
        if (claim.text) {
          sent.push([at.toISOString(), claim.text.body]);
          const outcome = { messageId: claim.text.id, providerId: claim.text.id, status: SmsStatus.sent };
          next = await server.dataSource.transaction((db) => recordSend(db, outcome));
        } else expect(claim.reason).toBe('quiet_hours');
        position = next.position ?? position;
        at = next.dueAt ?? null;
      }
    } finally {
      jest.useRealTimers();
    }
    return sent;
  }
});

const local = (at: DateTime) => at.toFormat("yyyy-MM-dd'T'HH:mm");

const daysOfYear = (zone: string) =>
  Array.from({ length: 365 }, (_, n) => DateTime.fromObject({ year: 2026 }, { zone }).plus({ days: n }));

/** The days before the clocks change. */
const changes = (zone: string) =>
  daysOfYear(zone).filter(
    (day) => day.offset !== day.plus({ days: 2 }).offset && day.offset === day.plus({ days: 1 }).offset,
  );
