import type { ContractError } from '@dripline/runtime/http/request';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import {
  MessageVariantsDocument,
  StartSequencesDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
  type UpdateSequenceInput,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

const LEADS = 60;

describe('variants of a message', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const sql = <Row>(query: string, ...values: unknown[]) => server.dataSource.query<Row[]>(query, values);
  async function setUp() {
    const client = await createClient(server);
    const setTesting = (abTestingEnabled: boolean) =>
      server.admin(UpdateClientDocument, { id: client.id, input: { abTestingEnabled } });
    await setTesting(true);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id, {
      steps: [
        { delayMinutes: 0, message: 'One', variants: ['Two', ' Three '] },
        { delayMinutes: 5, message: 'Later' },
      ],
    });
    const addLeads = async (count: number, start = 0) => {
      for (let n = start; n < start + count; n += 1)
        await createLead(server, client, campaign, { phone: `+1415555${String(2000 + n)}` });
    };
    const enrolled = () =>
      sql<{ steps: { message: string }[]; lead: string; id: string }>(
        'SELECT id, steps, lead_id AS lead FROM enrollments WHERE sequence_id = $1 ORDER BY created_at, id',
        sequence.id,
      );
    const update = async (input: UpdateSequenceInput) =>
      (await client.call(UpdateSequenceDocument, { id: sequence.id, input })).updateSequence;
    const stats = async () => (await client.call(MessageVariantsDocument, { id: sequence.id })).sequence.variantStats;
    return { client, setTesting, campaign, sequence, addLeads, enrolled, update, stats };
  }

  it('are chosen when a lead is enrolled, about evenly, and the lead keeps its own', async () => {
    const { sequence, addLeads, enrolled, setTesting, update } = await setUp();
    expect(sequence.messages.map(({ variants }) => variants)).toEqual([['Two', 'Three'], []]);
    await addLeads(LEADS);
    const first = await enrolled();
    const counts = ['One', 'Two', 'Three'].map(
      (text) => first.filter(({ steps }) => steps[0]!.message === text).length,
    );
    expect(counts.reduce((sum, n) => sum + n)).toBe(LEADS);
    for (const count of counts) expect(count).toBeGreaterThan(LEADS / 10);
    for (const { steps } of first)
      expect(steps).toEqual([
        {
          key: expect.any(String),
          version: 1,
          delayMinutes: 0,
          message: steps[0]!.message,
          comparison: expect.any(String),
        },
        { key: expect.any(String), version: 1, delayMinutes: 5, message: 'Later' },
      ]);
    await update({ steps: [{ delayMinutes: 0, message: 'New' }] });
    expect((await enrolled()).map(({ steps }) => steps)).toEqual(first.map(({ steps }) => steps));
    await update({ steps: [{ delayMinutes: 0, message: 'New', variants: ['Newer'] }] });
    await setTesting(false);
    await addLeads(10, LEADS);
    const added = (await enrolled()).filter(({ id }) => !first.some((enrollment) => enrollment.id === id));
    expect(added.map(({ steps }) => steps[0]!.message)).toEqual(Array.from({ length: 10 }, () => 'New'));
  });

  it('are also chosen when a person starts the sequence', async () => {
    const { client, campaign, addLeads } = await setUp();
    await addLeads(20);
    const late = await createSequence(server, client.id, campaign.id, {
      name: 'Late',
      steps: [{ delayMinutes: 0, message: 'One', variants: ['Two'] }],
    });
    const leads = await sql<{ id: string }>('SELECT id FROM leads WHERE campaign_id = $1', campaign.id);
    await client.call(StartSequencesDocument, {
      clientId: client.id,
      sequenceId: late.id,
      ids: leads.map(({ id }) => id),
    });
    const rows = await sql<{ text: string }>(
      `SELECT DISTINCT steps -> 0 ->> 'message' AS text FROM enrollments WHERE sequence_id = $1 ORDER BY 1`,
      late.id,
    );
    expect(rows.map(({ text }) => text)).toEqual(['One', 'Two']);
  });

  it('are kept by who does not know them, and all differ', async () => {
    const { sequence, update } = await setUp();
    const variantsOf = ({ messages }: Awaited<ReturnType<typeof update>>) => messages.map(({ variants }) => variants);
    const steps = [
      { delayMinutes: 0, message: 'One' },
      { delayMinutes: 5, message: 'Later' },
    ];
    const same = await update({ steps });
    expect(variantsOf(same)).toEqual([['Two', 'Three'], []]);
    expect(same.updatedAt).toBe(sequence.updatedAt);
    const swapped = [steps[1]!, steps[0]!];
    expect(variantsOf(await update({ steps: swapped }))).toEqual([[], ['Two', 'Three']]);
    const repeated = [
      { delayMinutes: 0, message: 'One', variants: [] },
      { ...steps[0]!, variants: ['Two', 'Three'] },
    ];
    expect(variantsOf(await update({ steps: repeated }))).toEqual([[], ['Two', 'Three']]);
    const unaware = repeated.map(({ variants: _, ...step }) => step);
    expect(variantsOf(await update({ steps: unaware }))).toEqual([[], ['Two', 'Three']]);
    const fieldsOf = (variants: string[]) =>
      update({ steps: [{ delayMinutes: 0, message: 'One', variants }] }).then(
        () => [],
        ({ fields = {} }: ContractError) => Object.keys(fields),
      );
    expect(await fieldsOf(['One '])).toEqual(['steps.0.variants']);
    expect(await fieldsOf(['Two', 'Two'])).toEqual(['steps.0.variants']);
    expect(await fieldsOf(['2', '3', '4', '5'])).toEqual(['steps.0.variants']);
    expect(await fieldsOf([' '])).toEqual(['steps.0.variants']);
    expect(await fieldsOf(['x'.repeat(1_601)])).toEqual(['steps.0.variants']);
    expect(variantsOf(await update({ steps: [{ delayMinutes: 0, message: 'One', variants: ['Two'] }] }))).toEqual([
      ['Two'],
    ]);
  });

  it('are judged by the replies and opt-outs that follow them before the next message', async () => {
    const { client, campaign, sequence, addLeads, enrolled, update, stats } = await setUp();
    expect(await stats()).toMatchObject([
      { step: 0, message: 'One', sent: 0, chanceByReplies: expect.closeTo(1 / 3, 2) },
      { message: 'Two', sent: 0 },
      { message: 'Three', sent: 0 },
    ]);
    await addLeads(LEADS);
    const all = await enrolled();
    const send = (enrollment: (typeof all)[number], step: number, minutesAgo: number) =>
      sql(
        `INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, due_at, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, '+14155550100', 'Rendered', 'sent', now(), now() - $7 * interval '1 minute')`,
        client.id,
        campaign.id,
        sequence.id,
        enrollment.lead,
        enrollment.id,
        step,
        minutesAgo,
      );
    let replies = 0;
    const reply = (lead: string, intent: string, minutesAgo: number) =>
      sql(
        `INSERT INTO replies (client_id, lead_id, provider_id, body, intent, created_at) VALUES ($1, $2, $3, '', $4, now() - $5 * interval '1 minute')`,
        client.id,
        lead,
        `${lead} ${(replies += 1)}`,
        intent,
        minutesAgo,
      );
    const of = (text: string) => all.filter(({ steps }) => steps[0]!.message === text);
    for (const enrollment of all) await send(enrollment, 0, 60);
    for (const { lead } of of('Two').slice(0, 5)) {
      await reply(lead, 'reply', 50);
      await reply(lead, 'reply', 45);
    }
    const [stopped, thanked, answersLater, early] = of('One');
    await reply(stopped!.lead, 'reply', 55);
    await reply(stopped!.lead, 'stop', 50);
    await reply(thanked!.lead, 'review', 50);
    await send(answersLater!, 1, 40);
    await reply(answersLater!.lead, 'reply', 30);
    await reply(early!.lead, 'reply', 70);
    const figures = await stats();
    expect(figures).toMatchObject([
      { step: 0, message: 'One', sent: of('One').length, replied: 1, optedOut: 1 },
      { step: 0, message: 'Two', sent: of('Two').length, replied: 5, optedOut: 0 },
      { step: 0, message: 'Three', sent: of('Three').length, replied: 0, optedOut: 0 },
    ]);
    const best = (key: 'chanceByReplies' | 'chanceByOptOuts') =>
      [...figures].sort((one, other) => other[key] - one[key])[0]!.message;
    expect(best('chanceByReplies')).toBe('Two');
    expect(best('chanceByOptOuts')).not.toBe('One');
    // Leads of another comparison would bias this one.
    await update({ steps: [{ delayMinutes: 0, message: 'One', variants: ['Two'] }] });
    expect((await stats()).map(({ sent }) => sent)).toEqual([0, 0]);
  });
});
