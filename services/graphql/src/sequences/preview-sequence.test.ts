import {
  SequencePreviewDocument,
  type SequencePreviewInput,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { DateTime } from 'luxon';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';
import { claimStep } from '../messages/claim-step';
import { recordSendResult } from '../messages/record-send-result';
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
const realTimers = [
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

describe('sequence previews', () => {
  let server: TestServer;
  let lastNumber = 1_000;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  async function seedClient(timeZone = 'America/New_York') {
    const client = await createClient(server, { businessName: 'Acme' });
    await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
    const campaign = await createCampaign(server, client.id);
    const preview = async (input: Partial<SequencePreviewInput>, call = client.call) =>
      (
        await call(SequencePreviewDocument, {
          clientId: client.id,
          input: { campaignId: campaign.id, arrivesAt: '2026-06-01T12:00', ...input },
        })
      ).sequencePreview;
    return { client, campaign, preview };
  }

  it('a preview shows when each step is sent, why it waits, and what it says', async () => {
    const { preview } = await seedClient();
    const steps = [
      { delayMinutes: 1, message: 'Hi {{firstName}} from {{businessName}}' },
      { delayMinutes: 50, message: 'Still there?' },
      { delayMinutes: 60, message: 'It’s {{email}} 😀' },
      { delayMinutes: 13 * 60, message: 'a'.repeat(161) },
      { delayMinutes: 7 * 24 * 60, message: 'Bye' },
    ];
    const { timeZone, holdReason, steps: messages } = await preview({ arrivesAt: '2026-10-30T20:30', steps });
    expect({ timeZone, holdReason }).toEqual({ timeZone: 'America/New_York', holdReason: null });
    const quiet = (day: string) => `Waits until ${day} 8:00 AM because quiet hours apply (9 PM to 8 AM)`;
    expect(messages).toEqual([
      {
        position: 0,
        dueAt: '2026-10-31T00:31:00.000Z',
        sendsAt: '2026-10-31T00:31:00.000Z',
        notes: [],
        body: 'Hi Jane from Acme\nReply STOP to stop.',
        encoding: 'gsm7',
        characters: 37,
        segments: 1,
        nonGsmCharacters: [],
      },
      {
        position: 1,
        dueAt: '2026-10-31T01:21:00.000Z',
        sendsAt: '2026-10-31T01:21:00.000Z',
        notes: ['Sent during quiet hours because the form was submitted less than an hour before'],
        body: 'Still there?',
        encoding: 'gsm7',
        characters: 12,
        segments: 1,
        nonGsmCharacters: [],
      },
      {
        position: 2,
        dueAt: '2026-10-31T02:21:00.000Z',
        sendsAt: '2026-10-31T12:00:00.000Z',
        notes: [quiet('Sat')],
        body: 'It’s jane@example.com 😀',
        encoding: 'ucs2',
        characters: 24,
        segments: 1,
        nonGsmCharacters: ['’', '😀'],
      },
      // Quiet hours include 9 PM exactly. The clocks go back in the night to 1 November.
      {
        position: 3,
        dueAt: '2026-11-01T01:00:00.000Z',
        sendsAt: '2026-11-01T13:00:00.000Z',
        notes: [quiet('Sun'), 'The clocks change before this message'],
        body: 'a'.repeat(161),
        encoding: 'gsm7',
        characters: 161,
        segments: 2,
        nonGsmCharacters: [],
      },
      {
        position: 4,
        dueAt: '2026-11-08T13:00:00.000Z',
        sendsAt: '2026-11-08T13:00:00.000Z',
        notes: [],
        body: 'Bye',
        encoding: 'gsm7',
        characters: 3,
        segments: 1,
        nonGsmCharacters: [],
      },
    ]);
  });

  it('a preview applies the rules of the recipient’s state', async () => {
    const { preview } = await seedClient();
    const steps = [
      { delayMinutes: 0, message: 'Hi' },
      { delayMinutes: 120, message: 'Sunday' },
      { delayMinutes: 0, message: 'And' },
      { delayMinutes: 0, message: 'Then' },
    ];
    // Saturday evening, at 9 PM in New York and 8 PM in Texas and Oklahoma.
    const input = { arrivesAt: '2026-11-21T21:00', steps };
    const previewFor = async (recipientPhone: string) => {
      const { recipientArea, steps: messages } = await preview({ ...input, recipientPhone });
      return { recipientArea, messages: messages.map(({ sendsAt, notes }) => [sendsAt, ...notes]) };
    };
    const noon = '2026-11-22T18:00:00.000Z';
    expect(await previewFor('(512) 555-0123')).toEqual({
      recipientArea: 'Texas',
      messages: [
        ['2026-11-22T02:00:00.000Z'],
        [
          noon,
          'Waits until Sun 12:00 PM CST because quiet hours in Texas apply (messages only from 9 AM to 9 PM, on Sundays from noon to 9 PM)',
        ],
        [noon],
        [noon],
      ],
    });
    const morning = '2026-11-22T14:00:00.000Z';
    expect(await previewFor('405')).toEqual({
      recipientArea: 'Oklahoma',
      messages: [
        // Oklahoma’s quiet hours start at 8 PM.
        ['2026-11-22T02:00:00.000Z', 'Sent during quiet hours because the form was submitted less than an hour before'],
        [morning, 'Waits until Sun 8:00 AM CST because quiet hours apply (9 PM to 8 AM in Oklahoma)'],
        [morning],
        [
          '2026-11-23T14:00:00.000Z',
          'Waits until Sun 8:00 PM CST because Oklahoma allows 3 messages to one number within 24 hours',
          'Waits until Mon 8:00 AM CST because quiet hours in Oklahoma apply (messages only from 8 AM to 8 PM)',
        ],
      ],
    });
    expect((await previewFor('555')).recipientArea).toBeNull();
    await expect(preview({ ...input, recipientPhone: '12' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { recipientPhone: 'Enter a phone number or a three-digit area code.' },
    });
  });

  it('a preview takes omitted fields from the saved sequence and starts at its trigger event', async () => {
    const { client, campaign, preview } = await seedClient();
    const { id } = await createSequence(server, client.id, campaign.id, {
      triggerEvent: 'lead_contacted',
      status: 'inactive',
    });
    const saved = { sequenceId: id, campaignId: null };
    const { startsAt, steps } = await preview({ ...saved, contactedAt: '2026-06-01T15:00' });
    expect(startsAt).toBe('2026-06-01T19:00:00.000Z');
    expect(steps.map(({ body, sendsAt }) => [body, sendsAt])).toEqual([
      ['Hi Jane from Acme\nReply STOP to stop.', '2026-06-01T19:00:00.000Z'],
      ['Still interested?', '2026-06-01T19:01:00.000Z'],
    ]);
    expect((await preview({ ...saved, triggerEvent: 'lead_created' })).startsAt).toBe('2026-06-01T16:00:00.000Z');
    expect((await preview({ ...saved, steps: [{ delayMinutes: 0, message: 'New' }] })).steps).toMatchObject([
      { body: 'Acme: New\nReply STOP to stop.' },
    ]);
  });

  it('a preview says why the messages are on hold', async () => {
    const { client, preview } = await seedClient();
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    const { holdReason, steps } = await preview({ steps: [{ delayMinutes: 5, message: 'Hi' }] });
    expect(holdReason).toBe('text messages are turned off for this business');
    expect(steps).toMatchObject([{ sendsAt: '2026-06-01T16:05:00.000Z' }]);
  });

  it('invalid input is rejected by field, and another client’s sequence, campaign or dashboard is not found', async () => {
    const { client, campaign, preview } = await seedClient();
    const other = await seedClient();
    const { id } = await createSequence(server, client.id, campaign.id);
    const steps = [{ delayMinutes: 0, message: 'Hi' }];
    const inputError = (field: string) => ({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) as string },
    });
    await expect(preview({})).rejects.toMatchObject(inputError('steps'));
    await expect(preview({ steps, campaignId: null })).rejects.toMatchObject(inputError('campaignId'));
    await expect(preview({ steps, arrivesAt: 'now' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(preview({ steps, arrivesAt: '2026-02-30T10:00' })).rejects.toMatchObject(inputError('arrivesAt'));
    await expect(preview({ steps, contactedAt: '2026-05-31T12:00' })).rejects.toMatchObject(inputError('contactedAt'));
    await expect(preview({ steps: [{ delayMinutes: 0, message: ' ' }] })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(other.preview({ sequenceId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(other.preview({ steps, campaignId: campaign.id })).rejects.toMatchObject(inputError('campaignId'));
    await expect(preview({ steps }, other.client.call)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(preview({ steps }, server.visitor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each(seeds())(
    'a preview matches what is then sent, at any time in any zone, including days when clocks change (seed %s)',
    async (seed) => {
      const pick = pickFrom(seed);
      const pickOne = <Item>(items: readonly Item[]) => items[pick(items.length)]!;
      for (const timeZone of zones) {
        const { client, campaign, preview } = await seedClient(timeZone);
        const { id: sequenceId } = await createSequence(server, client.id, campaign.id);
        for (const day of [pickOne(daysOfYear(timeZone)), ...changes(timeZone), ...changes(timeZone)]) {
          const arrivesAt = day.plus({ minutes: pick(2 * 24 * 60) });
          const later = arrivesAt.plus({ minutes: pickOne([0, 30, 61, pick(3_000)]) });
          // Where clocks go back, a later time can have an earlier local time, which is refused.
          const contactedAt = local(later) < local(arrivesAt) ? arrivesAt : later;
          const triggerEvent = pickOne(['lead_created', 'lead_contacted'] as const);
          const steps = Array.from({ length: 1 + pick(4) }, (_, n) => ({
            delayMinutes: pickOne([0, 1, 59, 60, 61, 600, 1440, 1500, pick(10_000)]),
            message: `${n} {{firstName}} {{email}}`,
          }));
          await server.admin(UpdateSequenceDocument, { id: sequenceId, input: { steps, triggerEvent } });
          // Area codes with the most rules, and one without a place. Each number is new, so that no message counts twice.
          const areaCode = pickOne(['555', '305', '401', '512', '605', '850', '907']);
          const phone = `+1${areaCode}555${String((lastNumber += 1)).padStart(4, '0')}`;
          const simulated = await preview({
            recipientPhone: phone,
            sequenceId,
            arrivesAt: local(arrivesAt),
            contactedAt: local(contactedAt),
          });

          const { id: leadId } = await createLead(server, client, campaign, { ...jane, phone });
          if (triggerEvent === 'lead_contacted')
            await server.admin(UpdateLeadDocument, { id: leadId, input: { status: 'contacted' } });
          await server.dataSource.query('UPDATE leads SET created_at = $2 WHERE id = $1', [
            leadId,
            simulated.arrivesAt,
          ]);
          const enrollmentId = await moveEnrollment(leadId, simulated.startsAt);
          const expectedMessages = simulated.steps.map(({ sendsAt, body }) => [sendsAt, body]);
          expect({ timeZone, phone, arrivesAt: local(arrivesAt), texts: await sendAll(enrollmentId) }).toEqual({
            timeZone,
            phone,
            arrivesAt: local(arrivesAt),
            texts: expectedMessages,
          });
        }
      }
    },
    120_000,
  );

  /** Moves an enrollment as if it had started at `startsAt`. */
  async function moveEnrollment(leadId: string, startsAt: string): Promise<string> {
    const [[row]] = await server.dataSource.query<[[{ id: string }]]>(
      'UPDATE enrollments SET next_due_at = $2::timestamptz + (next_due_at - created_at) WHERE lead_id = $1 RETURNING id',
      [leadId, startsAt],
    );
    return row.id;
  }

  /**
   * Runs an enrollment with the clock set to each time that it waits for. Returns when each message was sent, and its
   * body.
   */
  async function sendAll(enrollmentId: string): Promise<[string, string][]> {
    const sent: [string, string][] = [];
    const [{ next_due_at: first }] = await server.dataSource.query<[{ next_due_at: Date }]>(
      'SELECT next_due_at FROM enrollments WHERE id = $1',
      [enrollmentId],
    );
    jest.useFakeTimers({ now: first, doNotFake: [...realTimers] });
    try {
      for (let position = 0, at: Date | null = first; at;) {
        jest.setSystemTime(at);
        const claim = await server.dataSource.transaction((db) => claimStep(db, enrollmentId, position));
        let next = claim as Pick<typeof claim, 'position' | 'dueAt' | 'reason'>;
        if (claim.message) {
          sent.push([at.toISOString(), claim.message.body]);
          const outcome = { messageId: claim.message.id, providerId: claim.message.id, status: SmsStatus.sent };
          next = await server.dataSource.transaction((db) => recordSendResult(db, outcome));
        } else expect(['quiet_hours', 'daily_limit']).toContain(claim.reason);
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

/** Returns the days before the clocks change. */
const changes = (zone: string) =>
  daysOfYear(zone).filter(
    (day) => day.offset !== day.plus({ days: 2 }).offset && day.offset === day.plus({ days: 1 }).offset,
  );
