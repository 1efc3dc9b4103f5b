import { randomBytes } from 'node:crypto';
import {
  ClientStatsDocument,
  DeleteLeadDocument,
  LeadDocument,
  LeadsDocument,
  type LeadsQueryVariables,
  RecordLandingViewDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function setUp() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    return { client, campaign };
  }

  it('a visitor sees the thank-you message when the stored redirect URL is not allowed any more', async () => {
    const { client, campaign } = await setUp();
    for (const [stored, onward] of [
      ['javascript:alert(1)', null],
      ['https://thanks.example/', 'https://thanks.example/'],
    ] as const) {
      await server.dataSource.query(
        "UPDATE campaigns SET post_submission_type = 'redirect', redirect_url = $2 WHERE id = $1",
        [campaign.id, stored],
      );
      expect(await createLead(server, client, campaign, {})).toMatchObject({
        postSubmissionType: onward ? 'redirect' : 'message',
        thankYouMessage: 'Thanks!',
        redirectUrl: onward,
      });
    }
  });

  it('a submission stores the values as typed, extracts the contact and returns what the visitor sees next', async () => {
    const { client, campaign } = await setUp();
    const submitted = await createLead(server, client, campaign, {
      email: 'ann@example.com',
      oldField: 'from an older form',
    });
    expect(submitted).toEqual({
      id: expect.any(String),
      postSubmissionType: 'message',
      thankYouMessage: 'Thanks!',
      redirectUrl: null,
    });
    const { lead } = await client.call(LeadDocument, { id: submitted.id });
    expect(lead).toMatchObject({
      status: 'new',
      campaignName: campaign.name,
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phone: '(415) 555-2671',
      formData: {
        fullName: 'Ann Lee',
        phone: '(415) 555-2671',
        email: 'ann@example.com',
        oldField: 'from an older form',
      },
    });
    expect(Object.keys(lead.formData)).toEqual(['fullName', 'phone', 'email', 'oldField']);
    expect(await server.dataSource.query('SELECT phone_e164 FROM leads WHERE id = $1', [submitted.id])).toEqual([
      { phone_e164: '+14155552671' },
    ]);
  });

  it('an invalid submission is rejected by field, and nothing is stored', async () => {
    const { client, campaign } = await setUp();
    const invalidSubmissions: [Record<string, unknown>, string][] = [
      [{ fullName: '' }, 'fullName'],
      [{ phone: 'call me' }, 'phone'],
      [{ email: 'nobody@' }, 'email'],
      [{ extra: { nested: true } }, 'extra'],
      [{ extra: 'x'.repeat(5001) }, 'extra'],
    ];
    for (const [formData, field] of invalidSubmissions) {
      await expect(createLead(server, client, campaign, formData)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) },
      });
    }
    const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v']));
    await expect(createLead(server, client, campaign, tooMany)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await client.call(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(0);
  });

  it('prototype keys are stored as plain data', async () => {
    const { client, campaign } = await setUp();
    const formData = JSON.parse('{"fullName":"Eve","phone":"4155552671","__proto__":"x","constructor":"y"}') as Record<
      string,
      unknown
    >;
    const { submitLead } = await server.visitor(SubmitLeadDocument, {
      client: client.handle,
      slug: campaign.slug,
      formData,
    });
    const { lead } = await client.call(LeadDocument, { id: submitLead.id });
    expect(Object.entries(lead.formData)).toContainEqual(['constructor', 'y']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('concurrent retries with the same Idempotency-Key create one lead', async () => {
    const { client, campaign } = await setUp();
    const send = () =>
      server.visitor(SubmitLeadDocument, {
        client: client.handle,
        slug: campaign.slug,
        formData: { fullName: 'Ann', phone: '4155552671' },
        idempotencyKey: 'once',
      });
    const replies = await Promise.all(Array.from({ length: 10 }, send));
    expect(new Set(replies.map(({ submitLead }) => submitLead.id)).size).toBe(1);
    expect((await client.call(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(1);
    expect(
      await server.dataSource.query(`SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'leads'`, [
        client.id,
      ]),
    ).toEqual([{ used: 1 }]);
  });

  it('an Idempotency-Key with other values is rejected, and nothing is stored', async () => {
    const { client, campaign } = await setUp();
    const send = (formData: object, more: object = {}) =>
      server.visitor(SubmitLeadDocument, {
        client: client.handle,
        slug: campaign.slug,
        formData: { fullName: 'Ann', phone: '4155552671', ...formData },
        idempotencyKey: 'reused',
        ...more,
      });
    const { submitLead: first } = await send({ note: '5' });
    await client.call(UpdateLeadDocument, {
      id: first.id,
      input: { formData: { fullName: 'Ann', phone: '4155552672' } },
    });
    const inOtherOrder = { note: 5, phone: '4155552671', fullName: 'Ann' };
    expect((await send({}, { formData: inOtherOrder })).submitLead.id).toBe(first.id);
    for (const more of [{}, { honeypotFilled: true }])
      await expect(send({ note: '6' }, more)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await client.call(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(1);

    const concurrent = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => send({ note: `${n % 2}` }, { idempotencyKey: 'raced' })),
    );
    const stored = concurrent.flatMap((result) => (result.status === 'fulfilled' ? [result.value.submitLead.id] : []));
    expect(new Set(stored).size).toBe(1);
    expect(stored).toHaveLength(4);
  });

  it('a submission with an unusually long name is stored, and its name is cut where it is indexed', async () => {
    const { client, campaign } = await setUp();
    const fullName = randomBytes(2_500).toString('hex');
    const { id } = await createLead(server, client, campaign, { fullName });
    const { lead } = await client.call(LeadDocument, { id });
    expect([lead.fullName, lead.formData['fullName']]).toEqual([fullName.slice(0, 200), fullName]);
  });

  it('a lead keeps the labels that the visitor saw, also of an earlier version of the page', async () => {
    const client = await createClient(server);
    const question = (label: string) => ({ id: 'day', type: 'text' as const, label, required: false });
    const campaign = await createCampaign(server, client.id, { formFields: [question('Which day suits you best?')] });
    const submit = async (pageVersion: string | null, formData: Record<string, string>) => {
      const { submitLead } = await server.visitor(SubmitLeadDocument, {
        client: client.handle,
        slug: campaign.slug,
        formData,
        pageVersion,
      });
      return (await client.call(LeadDocument, { id: submitLead.id })).lead;
    };
    const page = () =>
      server
        .visitor(RecordLandingViewDocument, { client: client.handle, slug: campaign.slug })
        .then(({ recordLandingView }) => recordLandingView.pageVersion);
    const first = await page();
    const lead = await submit(first, { day: 'Monday', other: 'x' });
    expect(lead.formLabels).toEqual({ day: 'Which day suits you best?' });
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { formFields: [question('Day')] } });
    expect((await submit(first, { day: 'Tuesday' })).formLabels).toEqual({ day: 'Which day suits you best?' });
    for (const version of [await page(), null, 'unknown'])
      expect((await submit(version, { day: 'Friday' })).formLabels).toEqual({ day: 'Day' });
    expect((await submit(null, { other: 'x' })).formLabels).toBeNull();
    await client.call(UpdateLeadDocument, { id: lead.id, input: { formData: { day: 'Sunday' } } });
    expect((await client.call(LeadDocument, { id: lead.id })).lead).toMatchObject({
      formData: { day: 'Sunday' },
      formLabels: { day: 'Which day suits you best?' },
    });
  });

  it('a lead whose answers leave no room for the labels is stored without them', async () => {
    const client = await createClient(server);
    const formFields = Array.from({ length: 20 }, (_, n) => ({
      id: `answer${n}`,
      type: 'textarea' as const,
      label: `${n} `.padEnd(200, 'x'),
      required: false,
    }));
    const campaign = await createCampaign(server, client.id, { formFields });
    const submit = async (length: number) => {
      const answers = Object.fromEntries(formFields.map(({ id }) => [id, 'x'.repeat(length)]));
      const { id } = await createLead(server, client, campaign, answers);
      return { id, answers };
    };
    const labelsOf = async (id: string) => (await client.call(LeadDocument, { id })).lead.formLabels;
    const { id } = await submit(2_900);
    expect(Object.keys((await labelsOf(id)) ?? {})).toHaveLength(20);
    const { id: full, answers } = await submit(3_150);
    expect(await labelsOf(full)).toBeNull();
    await client.call(UpdateLeadDocument, { id, input: { formData: answers } });
    expect(await labelsOf(id)).toBeNull();
  });

  it('a submission stores at most 64 kB, including contact details and consent, and so does an update', async () => {
    const { client, campaign } = await setUp();
    const values = (bytes: number) => ({
      ...Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`answer${n}`, '\u00e9'.repeat(2_000)])),
      largest: 'x'.repeat(5_000),
      rest: 'x'.repeat(bytes),
    });
    const tooLong = 'is too long. A submission stores at most 64 kB.';
    const refusal = { code: 'BAD_USER_INPUT', message: `largest ${tooLong}`, fields: { largest: tooLong } };
    const { id } = await createLead(server, client, campaign, values(4_000));
    await expect(
      createLead(server, client, campaign, { ...values(4_000), phone: `4155552671${'x'.repeat(2_000)}` }),
    ).rejects.toMatchObject(refusal);
    await expect(
      createLead(server, client, campaign, { ...values(4_000), one: '\u0001'.repeat(800) }),
    ).rejects.toMatchObject(refusal);
    const update = (formData: object) => client.call(UpdateLeadDocument, { id, input: { formData: { ...formData } } });
    await expect(update({ ...values(4_000), more: 'x'.repeat(5_000) })).rejects.toMatchObject(refusal);
    await update(values(4_000));
  });

  it('submissions are limited to 60 a minute from one address to one campaign', async () => {
    const { client, campaign } = await setUp();
    const send = (address: string) =>
      server.visitor(
        SubmitLeadDocument,
        { client: client.handle, slug: campaign.slug, formData: { fullName: 'Ann', phone: '4155552671' } },
        { 'x-forwarded-for': address },
      );
    for (let n = 0; n < 60; n += 1) await send('10.200.0.1');
    await expect(send('10.200.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    await expect(send('10.200.0.2')).resolves.toBeDefined();
  });

  it('leads over the monthly limit are held and never dropped, and raising it releases the oldest first', async () => {
    const { client, campaign } = await setUp();
    await createSequence(server, client.id, campaign.id);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 2 } });
    const sent = await Promise.all(
      Array.from({ length: 5 }, (_, n) => createLead(server, client, campaign, { fullName: `Lead ${n}` })),
    );
    for (const reply of sent) expect(reply.thankYouMessage).toBe('Thanks!');
    const stats = async () => (await client.call(ClientStatsDocument, { clientId: client.id })).client.stats;
    const enrolled = async () =>
      (
        await server.dataSource.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM enrollments WHERE client_id = $1',
          [client.id],
        )
      )[0]!.n;
    expect(await stats()).toMatchObject({ totalLeads: 2, heldLeads: 3 });
    expect(await enrolled()).toBe(2);
    expect((await client.call(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(2);
    expect((await server.admin(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(5);
    const held = await server.dataSource.query<{ id: string }[]>(
      'SELECT id FROM leads WHERE client_id = $1 AND held ORDER BY created_at',
      [client.id],
    );
    await expect(client.call(LeadDocument, { id: held[0]!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 3 } });
    expect(await stats()).toMatchObject({ totalLeads: 3, heldLeads: 2 });
    expect((await client.call(LeadDocument, { id: held[0]!.id })).lead.held).toBe(false);
    expect(await enrolled()).toBe(3);
  });

  it('raising the limit releases more leads than fit in one transaction, each once', async () => {
    const { client, campaign } = await setUp();
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    await server.dataSource.query(
      `INSERT INTO leads (client_id, campaign_id, form_data, held) SELECT $1, $2, '{}', true FROM generate_series(1, 250)`,
      [client.id, campaign.id],
    );
    const raise = (monthlyLeadLimit: number) =>
      server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit } });
    const counts = async () => {
      const { stats } = (await client.call(ClientStatsDocument, { clientId: client.id })).client;
      return [stats.totalLeads, stats.heldLeads];
    };
    await raise(230);
    expect(await counts()).toEqual([230, 20]);
    await Promise.all([raise(300), raise(300), raise(300)]);
    expect(await counts()).toEqual([250, 0]);
    expect(
      await server.dataSource.query(`SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'leads'`, [
        client.id,
      ]),
    ).toEqual([{ used: 250 }]);
  });

  it('leads are found by part of a name, email, phone or campaign name, and by campaign and status', async () => {
    const { client, campaign } = await setUp();
    const other = await createCampaign(server, client.id, { name: 'Roof check' });
    await createLead(server, client, campaign, { fullName: 'Zoë 100%', email: 'zoe@example.com' });
    await createLead(server, client, other, { fullName: 'Bob', phone: '(212) 555-0199' });
    const find = async (variables: Omit<LeadsQueryVariables, 'clientId'>) =>
      (await client.call(LeadsDocument, { clientId: client.id, ...variables })).client.leads.nodes.map(
        (lead) => lead.fullName,
      );
    expect(await find({ filter: { search: 'zoë' } })).toEqual(['Zoë 100%']);
    expect(await find({ filter: { search: '%' } })).toEqual(['Zoë 100%']);
    expect(await find({ filter: { search: 'ZOE@' } })).toEqual(['Zoë 100%']);
    expect(await find({ filter: { search: '2125550199' } })).toEqual(['Bob']);
    expect(await find({ filter: { search: 'roof' } })).toEqual(['Bob']);
    expect(await find({ filter: { campaignId: campaign.id } })).toEqual(['Zoë 100%']);
    expect(await find({ filter: { status: 'converted' } })).toEqual([]);
    expect(await find({})).toEqual(['Bob', 'Zoë 100%']);
    expect(await find({ first: 1, offset: 1 })).toEqual(['Zoë 100%']);
    for (const search of [undefined, 'zoë']) {
      const variables = { clientId: client.id, filter: { search }, first: 1, offset: 50 };
      const pastTheEnd = (await client.call(LeadsDocument, variables)).client.leads;
      expect(pastTheEnd).toMatchObject({ nodes: [], totalCount: search ? 1 : 2, pageInfo: { hasNextPage: false } });
    }
    expect(await find({ filter: { search: '(212) 555' } })).toEqual(['Bob']);
    expect(await find({ filter: { search: '212-555-01' } })).toEqual(['Bob']);
    expect(await find({ orderBy: { field: 'fullName', direction: 'asc' } })).toEqual(['Bob', 'Zoë 100%']);
    expect(await find({ orderBy: { field: 'fullName', direction: 'desc' } })).toEqual(['Zoë 100%', 'Bob']);
    expect(await find({ orderBy: { field: 'campaignName', direction: 'desc' } })).toEqual(['Bob', 'Zoë 100%']);
  });

  it('a lead triggers a sequence once, when it first becomes contacted', async () => {
    const { client, campaign } = await setUp();
    await createSequence(server, client.id, campaign.id, { triggerEvent: 'lead_contacted' });
    const { id } = await createLead(server, client, campaign);
    const enrolled = async () => (await client.call(LeadDocument, { id })).lead.enrollments.nodes.length;
    expect(await enrolled()).toBe(0);
    for (const status of ['contacted', 'new', 'contacted', 'qualified', 'contacted'] as const)
      await client.call(UpdateLeadDocument, { id, input: { status } });
    expect(await enrolled()).toBe(1);
  });

  it('only its own client may update or delete a lead', async () => {
    const { client, campaign } = await setUp();
    const other = await createClient(server);
    const { id } = await createLead(server, client, campaign);
    const input = { status: 'qualified' as const, formData: { fullName: 'New Name', phone: '5125550199' } };
    await expect(other.call(UpdateLeadDocument, { id, input })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { updateLead } = await client.call(UpdateLeadDocument, { id, input });
    expect(updateLead).toMatchObject({ status: 'qualified', fullName: 'New Name', formData: input.formData });
    await expect(other.call(DeleteLeadDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await client.call(DeleteLeadDocument, { id });
    await expect(client.call(LeadDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('an edit is refused if it changes a phone number or email address to something else', async () => {
    const { client, campaign } = await setUp();
    const { id } = await createLead(server, client, campaign);
    const { formData } = (await client.call(LeadDocument, { id })).lead;
    const edit = (change: Record<string, string>) =>
      client.call(UpdateLeadDocument, { id, input: { formData: { ...formData, ...change } } });
    await expect(edit({ phone: 'not a phone' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { phone: 'Enter a valid phone number.' },
    });
    await expect(edit({ email: 'nobody' })).rejects.toMatchObject({
      fields: { email: 'Enter a valid email address.' },
    });
    // What a visitor typed stays valid, and an answer may be removed.
    await server.dataSource.query('UPDATE leads SET form_data = $2 WHERE id = $1', [
      id,
      JSON.stringify({ ...formData, phone: 'none' }),
    ]);
    expect((await edit({ phone: 'none', fullName: 'New Name' })).updateLead.fullName).toBe('New Name');
    expect((await edit({ phone: '' })).updateLead.phone).toBeNull();
  });
});
