import type { WebhookEvent } from '@dripline/contract/webhooks';
import { ClaimDeliveryDocument } from '../../testing/internal-operations/generated';
import {
  CreateWebhookDocument,
  LeadAttributionDocument,
  LeadsCsvDocument,
  type LeadStatus,
  PersonDocument,
  RecordLandingViewDocument,
  RestoreSpamLeadDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateLeadsDocument,
  WebhookDeliveryDocument,
} from '../../testing/operations/generated';
import { createCampaign, createClient } from '../../testing/fixtures';
import { startTestServer, type TestServer } from '../../testing/test-server';

const none = {
  referrer: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  gclid: null,
  gbraid: null,
  wbraid: null,
  fbclid: null,
};

describe('attribution', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function setUp(fields: Parameters<typeof createCampaign>[2] = {}) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, fields);
    const page = { client: client.handle, slug: campaign.slug };
    const submit = async (variables: object, headers = {}) => {
      const answers = { formData: { fullName: 'Ann Lee', phone: '(415) 555-2671' } };
      const { submitLead } = await server.visitor(SubmitLeadDocument, { ...page, ...answers, ...variables }, headers);
      return submitLead.id;
    };
    const readLead = async (id: string) => (await client.call(LeadAttributionDocument, { id })).lead;
    const read = async (id: string) => (await readLead(id)).attribution;
    const subscribe = async (event: WebhookEvent) => {
      await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
      const input = { url: 'https://example.com', events: [event] };
      await client.call(CreateWebhookDocument, { clientId: client.id, input });
    };
    /** Returns the data of the events that the client’s webhooks get, in the order of their creation. */
    const posted = async () => {
      const deliveries = await server.dataSource.query<{ payload: string }[]>(
        'SELECT payload FROM webhook_deliveries WHERE client_id = $1 ORDER BY created_at, id',
        [client.id],
      );
      return deliveries.map(({ payload }) => (JSON.parse(payload) as { data: Record<string, unknown> }).data);
    };
    const visit = async () => (await server.visitor(RecordLandingViewDocument, page)).recordLandingView;
    return { client, campaign, submit, visit, read, readLead, subscribe, posted };
  }

  const attribution = {
    referrer: 'https://www.google.com/search?q=ann',
    utmSource: 'google',
    utmCampaign: 'x'.repeat(300),
    gclid: 'Cj0K-x_1',
    fbclid: 'not a click ID',
  };
  const stored = { referrer: 'https://www.google.com/search', utmSource: 'google', utmCampaign: 'x'.repeat(200) };

  it('a lead keeps what can be stored', async () => {
    const { submit, read } = await setUp();
    expect(await read(await submit({ attribution }))).toEqual({ ...none, ...stored, gclid: 'Cj0K-x_1' });
    for (const nothing of [undefined, null, {}, none, { utmTerm: '' }])
      expect(await read(await submit({ attribution: nothing }))).toBeNull();
  });

  it('a lead of a visitor with Global Privacy Control keeps no click ID', async () => {
    const { submit, read } = await setUp();
    expect(await read(await submit({ attribution }, { 'sec-gpc': '1' }))).toEqual({ ...none, ...stored });
    expect(await read(await submit({ attribution: { gclid: 'a', wbraid: 'b' } }, { 'sec-gpc': '1' }))).toBeNull();
    expect(await read(await submit({ attribution: { gclid: 'a' } }, { 'sec-gpc': '0' }))).toEqual({
      ...none,
      gclid: 'a',
    });
  });

  it('answers that leave no room for it are stored without it', async () => {
    const { submit, read } = await setUp();
    const kept: boolean[] = [];
    const utm = { utmSource: 'x'.repeat(200), utmMedium: 'x'.repeat(200), utmTerm: 'x'.repeat(200) };
    for (let size = 63_000; kept.length < 20; size += 200) {
      const large = Array.from({ length: 13 }, (_, index) => [`answer${index}`, 'x'.repeat(size / 13)]);
      const formData = { fullName: 'Ann Lee', phone: '(415) 555-2671', ...Object.fromEntries(large) };
      const id = await submit({ attribution: utm, formData }).catch(() => null);
      if (id === null) break;
      kept.push((await read(id)) !== null);
    }
    expect([kept[0], kept.at(-1)]).toEqual([true, false]);
  });

  it('a spam submission keeps it when it is restored', async () => {
    const { client, submit, read } = await setUp();
    const id = await submit({ attribution, honeypotFilled: true });
    await client.call(RestoreSpamLeadDocument, { id });
    expect(await read(id)).toMatchObject(stored);
  });

  it('webhooks and exports contain it', async () => {
    const { client, submit, subscribe, posted } = await setUp();
    await subscribe('lead.created');
    await submit({ attribution });
    await submit({});
    expect((await posted()).map((data) => data['attribution'])).toEqual([
      { ...none, ...stored, gclid: 'Cj0K-x_1' },
      null,
    ]);
    const { leadsCsv } = await client.call(LeadsCsvDocument, { clientId: client.id });
    const { referrer, utmSource, utmCampaign } = stored;
    expect(leadsCsv.csv).toContain(
      `"${[referrer, utmSource, '', utmCampaign, '', '', 'Cj0K-x_1', '', '', '', ''].join('","')}"`,
    );
  });

  it('a lead keeps what the visitor chose, and a page that asks needs an answer', async () => {
    const silent = await setUp();
    const asking = await setUp({ adConsentText: 'Tell Google and Meta.' });
    for (const [{ submit, readLead }, variables, headers, adConsent] of [
      [silent, {}, {}, null],
      [silent, { adConsent: true }, {}, true],
      [asking, {}, {}, false],
      [asking, { adConsent: false }, {}, false],
      [asking, { adConsent: true }, {}, true],
      [asking, { adConsent: true }, { 'sec-gpc': '1' }, false],
    ] as const)
      expect(await readLead(await submit({ attribution, ...variables }, headers))).toMatchObject({
        adConsent,
        attribution: { ...stored, gclid: adConsent === false ? null : 'Cj0K-x_1' },
      });
    const { leadsCsv } = await asking.client.call(LeadsCsvDocument, { clientId: asking.client.id });
    expect(leadsCsv.csv.match(/"(no|yes)"/g)).toEqual(['"no"', '"yes"', '"no"', '"no"']);
  });

  it('a lead keeps the text beside the checkbox as its page showed it, in its language, also once the page has another', async () => {
    const texts = { en: 'Tell Google and Meta.', es: 'Avise a Google y Meta.', de: 'Google und Meta informieren.' };
    for (const [language, adConsentText] of Object.entries(texts) as [keyof typeof texts, string][]) {
      const { campaign, submit, visit, readLead } = await setUp({ language, adConsentText });
      const shown = async (variables: object, headers = {}) =>
        (await readLead(await submit({ adConsent: true, ...variables }, headers))).adConsentText;
      const change = (text: string) =>
        server.admin(UpdateCampaignDocument, { id: campaign.id, input: { adConsentText: text } });
      const page = await visit();
      expect(page.adConsentText).toBe(adConsentText);
      const { pageVersion } = page;
      expect(await shown({ pageVersion })).toBe(adConsentText);
      expect(await shown({ pageVersion, adConsent: false })).toBe(adConsentText);
      expect(await shown({ pageVersion }, { 'sec-gpc': '1' })).toBe(adConsentText);
      await change(`${adConsentText} (2)`);
      expect(await shown({ pageVersion })).toBe(adConsentText);
      expect(await shown({})).toBe(`${adConsentText} (2)`);
      expect(await shown({ adConsent: null })).toBeNull();
      await change('');
      expect(await shown({ pageVersion })).toBe(adConsentText);
      const silent = await visit();
      expect(await shown({ pageVersion: silent.pageVersion, adConsent: null })).toBeNull();
      await change(adConsentText);
      expect(await shown({ pageVersion: silent.pageVersion, adConsent: null })).toBeNull();
    }
  });

  it('the text beside the checkbox is in the export of a person, of spam too, and a restored lead has it', async () => {
    const adConsentText = 'Tell Google and Meta.';
    const { client, submit, readLead } = await setUp({ adConsentText });
    await submit({ adConsent: true });
    const spam = await submit({ adConsent: false, honeypotFilled: true });
    const variables = { clientId: client.id, phone: '+14155552671' };
    const { person } = await client.call(PersonDocument, variables);
    expect([person.leads, person.spamSubmissions]).toMatchObject([[{ adConsentText }], [{ adConsentText }]]);
    await client.call(RestoreSpamLeadDocument, { id: spam });
    expect(await readLead(spam)).toMatchObject({ adConsent: false, adConsentText });
  });

  it('conversions of leads from ads are posted once each, and no others', async () => {
    const { client, submit, subscribe, posted } = await setUp();
    await subscribe('lead.conversion');
    const [ad, others] = [
      await submit({ attribution }),
      [await submit({}), await submit({ attribution, adConsent: false })],
    ];
    await submit({ attribution, honeypotFilled: true }).then((id) => client.call(RestoreSpamLeadDocument, { id }));
    const setStatus = (id: string, status: LeadStatus) => client.call(UpdateLeadDocument, { id, input: { status } });
    for (const status of ['contacted', 'qualified', 'new', 'qualified'] as const) await setStatus(ad, status);
    await client.call(UpdateLeadDocument, {
      id: ad,
      input: { formData: { fullName: 'Ann Lee', phone: '415 555 2671' } },
    });
    const ids = [ad, ...others];
    for (let repeated = 0; repeated < 2; repeated += 1)
      await client.call(UpdateLeadsDocument, { clientId: client.id, ids, status: 'converted' });
    await setStatus(ad, 'qualified');
    const conversions = await posted();
    expect(conversions.filter(({ leadId }) => leadId === ad).map(({ id, conversion }) => [id, conversion])).toEqual([
      [`${ad}-lead`, 'lead'],
      [`${ad}-qualified`, 'qualified'],
      [`${ad}-converted`, 'converted'],
    ]);
    expect(conversions.filter(({ leadId }) => leadId !== ad)).toMatchObject([{ conversion: 'lead' }]);
    expect(conversions.filter(({ leadId }) => others.includes(leadId as string))).toEqual([]);
  });

  it('consent is withdrawn by an update, or by submitting again without it, and is never given by an update', async () => {
    const { client, submit, readLead } = await setUp({ adConsentText: 'Tell Google and Meta.' });
    const update = (id: string, adConsent: boolean) =>
      client.call(UpdateLeadDocument, { id, input: { status: 'contacted', adConsent } });
    const refused = { adConsent: false, attribution: { ...none, ...stored } };
    const lead = await submit({ attribution, adConsent: true });
    await update(lead, true);
    expect(await readLead(lead)).toMatchObject({ adConsent: true, attribution: { gclid: 'Cj0K-x_1' } });
    await update(lead, false);
    expect(await readLead(lead)).toMatchObject(refused);
    await expect(update(lead, true)).rejects.toMatchObject({ fields: { adConsent: expect.any(String) } });
    const retried = await submit({ attribution, adConsent: true, idempotencyKey: 'key' });
    expect(await submit({ attribution, adConsent: true, idempotencyKey: 'key' })).toBe(retried);
    expect(await readLead(retried)).toMatchObject({ adConsent: true });
    expect(await submit({ attribution, adConsent: false, idempotencyKey: 'key' })).toBe(retried);
    expect(await readLead(retried)).toMatchObject(refused);
    const spam = await submit({ attribution, adConsent: true, idempotencyKey: 'spam', honeypotFilled: true });
    await submit({ attribution, adConsent: false, idempotencyKey: 'spam', honeypotFilled: true });
    await client.call(RestoreSpamLeadDocument, { id: spam });
    expect(await readLead(spam)).toMatchObject(refused);
  });

  it('a conversion that is still pending when consent is withdrawn is not posted', async () => {
    const { client, submit, subscribe } = await setUp();
    await subscribe('lead.conversion');
    const claim = async (leadId: string) => {
      const [delivery] = await server.dataSource.query<{ id: string }[]>(
        'SELECT id FROM webhook_deliveries WHERE lead_id = $1',
        [leadId],
      );
      const { claimDelivery } = await server.service(ClaimDeliveryDocument, { id: delivery!.id });
      const { webhookDelivery } = await client.call(WebhookDeliveryDocument, { id: delivery!.id });
      return [claimDelivery.request !== null, webhookDelivery.status, webhookDelivery.reason];
    };
    const [kept, withdrawn] = [await submit({ attribution }), await submit({ attribution })];
    await client.call(UpdateLeadDocument, { id: withdrawn, input: { adConsent: false } });
    expect(await claim(withdrawn)).toEqual([false, 'cancelled', 'ad_consent']);
    expect(await claim(kept)).toEqual([true, 'pending', null]);
  });

  it('a caller that sends what cannot be stored gets its lead without it', async () => {
    const { submit, readLead } = await setUp();
    const lead = await readLead(
      await submit({ attribution: { utmSource: 'mail\u0001', gclid: '\u0000', referrer: 'x' } }),
    );
    expect(lead).toMatchObject({ source: 'mail', attribution: { ...none, utmSource: 'mail' } });
  });

  it('a held lead becomes a conversion when it is released', async () => {
    const { client, submit, subscribe, posted } = await setUp();
    await subscribe('lead.conversion');
    const limit = (monthlyLeadLimit: number) =>
      server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit } });
    await limit(1);
    await submit({});
    const held = await submit({ attribution });
    await server.admin(UpdateLeadDocument, { id: held, input: { status: 'qualified' } });
    expect(await posted()).toEqual([]);
    await limit(10);
    await server.doBulkWork();
    expect((await posted()).map(({ id }) => id).sort()).toEqual([`${held}-lead`, `${held}-qualified`]);
  });
});
