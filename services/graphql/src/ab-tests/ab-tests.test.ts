import { LANDING_CACHE_MS } from '@dripline/contract/limits';
import { createLandingCache, type LandingCache } from '@dripline/runtime/landing/landing-cache';
import type { ContractError } from '@dripline/runtime/http/request';
import { createLog } from '@dripline/runtime/log';
import { eventually } from '@dripline/runtime/testing/eventually';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { asSystem } from '../access/scope';
import { recordViews } from '../landing/record-views';
import { createCampaign, createClient } from '../testing/fixtures';
import {
  AbTestDocument,
  AbTestPlanDocument,
  AbTestsDocument,
  CampaignDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  EndAbTestDocument,
  LeadDocument,
  LeadsCsvDocument,
  NotificationsDocument,
  StartAbTestDocument,
  type StartAbTestInput,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { LANDING_TOKEN, startTestServer, type TestServer } from '../testing/test-server';
import { png, upload } from '../testing/uploads';

const browser = { 'user-agent': 'Mozilla/5.0 (iPhone)' };

describe('A/B tests', () => {
  let server: TestServer;
  let replica: Awaited<ReturnType<TestServer['replica']>>;
  let caches: LandingCache[];
  const openCache = ({ url, internalUrl }: { url: string; internalUrl: string }) =>
    createLandingCache({
      graphqlUrl: url,
      internalUrl,
      token: LANDING_TOKEN,
      log: createLog('test', { write: () => undefined }),
    });
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    replica = await server.replica();
    caches = [openCache(server), openCache(replica)];
  });
  afterAll(async () => {
    await Promise.all(caches.map((cache) => cache.stop()));
    await replica.stop();
    await server.stop();
  });

  const sql = <Row>(query: string, ...values: unknown[]) => server.dataSource.query<Row[]>(query, values);
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );
  async function setUp() {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { abTestingEnabled: true } });
    const campaign = await createCampaign(server, client.id, { headline: 'Own', submitButtonText: 'Send' });
    const start = async (variants: StartAbTestInput['variants'], more: Partial<StartAbTestInput> = {}) => {
      const input = { goal: 'leads' as const, improvement: 50, variants, ...more };
      return (await client.call(StartAbTestDocument, { campaignId: campaign.id, input })).startAbTest;
    };
    const load = async (id: string) => (await client.call(AbTestDocument, { id })).abTest;
    const end = async (id: string, variantId: string) =>
      (await client.call(EndAbTestDocument, { id, variantId })).endAbTest;
    /** Opens the page as a visitor, who is counted. */
    const visit = (visitor?: string, cache = caches[0]!, headers: Record<string, string> = browser) =>
      cache.get({ client: client.handle, slug: campaign.slug, headers, ...(visitor && { visitor }) });
    const submit = async (pageVersion: string | null, formData: Record<string, string> = {}) =>
      (
        await server.visitor(SubmitLeadDocument, {
          client: client.handle,
          slug: campaign.slug,
          formData: { fullName: 'Ann', phone: '(415) 555-2671', ...formData },
          pageVersion,
        })
      ).submitLead.id;
    const changed = () => delay(LANDING_CACHE_MS);
    return { client, campaign, start, load, end, visit, submit, changed };
  }
  const viewed = async (id: string, load: (id: string) => Promise<{ variants: { stats: { views: number } }[] }>) =>
    (await load(id)).variants.map(({ stats }) => stats.views);
  /** Waits until the buffered views are counted. */
  async function untilCounted(total: number, count: () => Promise<number[]>): Promise<number[]> {
    for (;;) {
      const counts = await count();
      if (counts.reduce((sum, n) => sum + n, 0) >= total) return counts;
      await delay(20);
    }
  }

  it('show each visitor one variant, the same on every replica and after a restart', async () => {
    const { start, load, visit, changed } = await setUp();
    const test = await start([{ headline: 'Two' }, { headline: 'Three', submitButtonText: 'Go' }]);
    expect(test).toMatchObject({ status: 'running', goal: 'leads', winnerId: null, endedAt: null });
    expect(test.variants.map(({ position, headline }) => [position, headline])).toEqual([
      [0, null],
      [1, 'Two'],
      [2, 'Three'],
    ]);
    await changed();
    const visitors = Array.from({ length: 60 }, (_, n) => `198.51.100.${n} Firefox`);
    const pagesOf = (cache: LandingCache) => Promise.all(visitors.map((visitor) => visit(visitor, cache)));
    const first = await pagesOf(caches[0]!);
    const restarted = openCache(server);
    const headlines = (pages: { headline: string }[]) => pages.map(({ headline }) => headline);
    expect(headlines(await pagesOf(caches[1]!))).toEqual(headlines(first));
    expect(headlines(await pagesOf(restarted))).toEqual(headlines(first));
    await restarted.stop();
    expect(new Set(headlines(first))).toEqual(new Set(['Own', 'Two', 'Three']));
    for (const { headline, submitButtonText } of first)
      expect(submitButtonText).toBe(headline === 'Three' ? 'Go' : 'Send');
    const counts = await untilCounted(180, () => viewed(test.id, load));
    const expected = ['Own', 'Two', 'Three'].map((name) => 3 * headlines(first).filter((it) => it === name).length);
    expect(counts).toEqual(expected);
  });

  it('split 100,000 visitors evenly within 1%', async () => {
    const { start, visit, changed } = await setUp();
    await start([{ headline: 'Two' }, { headline: 'Three' }, { headline: 'Four' }]);
    await changed();
    const counts = new Map<string, number>();
    const headers = { 'user-agent': 'Googlebot/2.1' };
    for (let n = 0; n < 100_000; n += 1) {
      const visitor = `${n & 255}.${(n >> 8) & 255}.${n >> 16}.7 Chrome`;
      const { headline } = await visit(visitor, caches[0]!, headers);
      counts.set(headline, (counts.get(headline) ?? 0) + 1);
    }
    for (const name of ['Own', 'Two', 'Three', 'Four'])
      expect(Math.abs(counts.get(name)! / 100_000 - 0.25)).toBeLessThan(0.01);
  }, 60_000);

  it('count no crawlers, and nobody who asks for the data of the campaign', async () => {
    const { start, load, visit, changed } = await setUp();
    const test = await start([{ headline: 'Two' }]);
    await changed();
    await visit('198.51.100.1 Bot', caches[0]!, { 'user-agent': 'Googlebot/2.1' });
    expect((await visit()).headline).toBe('Own');
    await visit('198.51.100.2 Firefox');
    const counts = await untilCounted(1, () => viewed(test.id, load));
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  it('credit a lead to the variant that it saw, with the labels and the required fields of its form', async () => {
    const { client, start, load, visit, submit, changed } = await setUp();
    const test = await start([{ hiddenFieldIds: ['phone', 'email'] }], { goal: 'qualified_leads' });
    await changed();
    const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => visit(`198.51.100.${n} Firefox`)));
    const short = pages.find(({ formFields }) => formFields.length === 1)!;
    const whole = pages.find(({ formFields }) => formFields.length === 3)!;
    expect(short.disclosure).toBeNull();
    expect(await codeOf(submit(whole.pageVersion, { phone: '' }))).toBe('BAD_USER_INPUT');
    const id = await submit(short.pageVersion, { phone: '' });
    const ownPageId = await submit(whole.pageVersion);
    await submit(whole.pageVersion);
    const withoutTestId = await submit(null);
    const variantOf = async (leadId: string) => (await client.call(LeadDocument, { id: leadId })).lead.abTestVariant;
    expect(await variantOf(id)).toEqual({ id: test.variants[1]!.id, position: 1 });
    expect(await variantOf(ownPageId)).toEqual({ id: test.variants[0]!.id, position: 0 });
    expect(await variantOf(withoutTestId)).toBeNull();
    const csvOf = async (leadId: string) =>
      (await client.call(LeadsCsvDocument, { clientId: client.id, ids: [leadId] })).leadsCsv.csv;
    expect(await csvOf(id)).toContain('"A/B Test Page"');
    expect(await csvOf(id)).toMatch(/"","B",/);
    expect(await csvOf(withoutTestId)).not.toMatch(/"[AB]"/);
    await submit('made up');
    await client.call(UpdateLeadDocument, { id, input: { status: 'qualified' } });
    expect((await load(test.id)).variants.map(({ stats }) => [stats.leads, stats.qualified])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    // A held lead is seen by nobody, and counts once it is released.
    await sql('UPDATE leads SET held = true WHERE id = $1', id);
    expect((await load(test.id)).variants[1]!.stats.leads).toBe(0);
    await sql('UPDATE leads SET held = false WHERE id = $1', id);
    const [consents] = await sql('SELECT count(*)::int AS n FROM consents WHERE lead_id = $1', id);
    expect(consents).toEqual({ n: 0 });
    const [lead] = await sql('SELECT form_labels AS labels FROM leads WHERE id = $1', id);
    expect(lead).toEqual({ labels: { fullName: 'Full Name' } });
    // The page with errors is that of the variant that was submitted, whoever seems to ask.
    for (let n = 0; n < 10; n += 1) {
      const page = { client: client.handle, slug: short.slug, headers: browser, visitor: `somebody else ${n}` };
      const again = await caches[0]!.get({ ...page, pageVersion: short.pageVersion });
      expect(again.formFields).toHaveLength(1);
    }
  });

  it('follow changes of the campaign, and credit visitors who hold the page from before', async () => {
    const { client, campaign, start, load, visit, submit, changed } = await setUp();
    const test = await start([{ hiddenFieldIds: ['email'] }]);
    await changed();
    const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => visit(`198.51.100.${n} Firefox`)));
    const before = pages.find(({ formFields }) => formFields.length === 2)!;
    const formFields = [{ id: 'phone', type: 'tel' as const, label: 'Mobile' }];
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { headline: 'Newer', formFields } });
    await changed();
    const after = await Promise.all(Array.from({ length: 20 }, (_, n) => visit(`198.51.100.${n} Firefox`)));
    expect(new Set(after.map((page) => page.formFields[0]!.label))).toEqual(new Set(['Mobile']));
    expect(new Set(after.map(({ headline }) => headline))).toEqual(new Set(['Newer']));
    expect(after.map(({ pageVersion }) => pageVersion)).not.toContain(before.pageVersion);
    await submit(before.pageVersion);
    const variant = after[pages.indexOf(before)]!;
    await submit(variant.pageVersion);
    expect((await load(test.id)).variants.map(({ stats }) => stats.leads)).toEqual([0, 2]);
  });

  it('are complete after the planned views: visitors see the own page, and the winner is named', async () => {
    const { client, campaign, start, load, end, visit, submit, changed } = await setUp();
    const test = await start([{ headline: 'Two', submitButtonText: 'Go' }]);
    const winner = test.variants[1]!;
    await sql('UPDATE ab_test_variants SET views = $2 WHERE test_id = $1', test.id, test.viewsPerVariant);
    for (let n = 0; n < 12; n += 1) {
      const [row] = await sql<{ version: string }>(
        'SELECT page_version AS version FROM ab_test_variants WHERE id = $1',
        winner.id,
      );
      await submit(row!.version);
    }
    expect(await load(test.id)).toMatchObject({ status: 'complete', winnerId: winner.id });
    await sql('UPDATE ab_test_variants SET views = $2 WHERE id = $1', winner.id, test.viewsPerVariant - 1);
    expect(await load(test.id)).toMatchObject({ status: 'running', winnerId: null });
    await sql('UPDATE ab_test_variants SET views = $2 WHERE id = $1', winner.id, test.viewsPerVariant);
    await changed();
    for (let n = 0; n < 10; n += 1) expect((await visit(`198.51.100.${n} Firefox`)).headline).toBe('Own');
    const ended = await end(test.id, winner.id);
    expect(ended).toMatchObject({ status: 'ended', keptVariantId: winner.id, winnerId: winner.id });
    const { campaign: kept } = await client.call(CampaignDocument, { id: campaign.id });
    expect(kept).toMatchObject({ headline: 'Two', submitButtonText: 'Go' });
    expect(kept.formFields).toHaveLength(3);
    expect(await codeOf(end(test.id, winner.id))).toBe('CONFLICT');
    // The figures of an ended test stay when its leads are deleted.
    await sql('DELETE FROM leads WHERE campaign_id = $1', campaign.id);
    expect((await load(test.id)).variants.map(({ stats }) => stats.leads)).toEqual([0, 12]);
    await start([{ headline: 'Own' }]);
    const { nodes } = (await client.call(AbTestsDocument, { campaignId: campaign.id })).campaign.abTests;
    expect(nodes.map(({ status }) => status)).toEqual(['running', 'ended']);
  });

  it('keep the form and the image of a variant, and delete images that nothing shows any more', async () => {
    const { client, campaign, start, end } = await setUp();
    const send = async () => (await upload(server, client.call, png(), { mimeType: 'image/png' })).objectPath;
    const [own, other] = [await send(), await send()];
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { formImageUrl: own } });
    const test = await start([{ formImageUrl: other, hiddenFieldIds: ['email'] }]);
    const isKept = async (path: string) =>
      (await sql('SELECT 1 FROM stored_objects WHERE path = $1 AND state = $2', path, 'published')).length > 0;
    // A question that is added meanwhile stays.
    const formFields = [...campaign.formFields, { id: 'age', type: 'text' as const, label: 'Age', options: [] }].map(
      ({ id, type, label }) => ({ id, type, label }),
    );
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { headline: 'Saved', formFields } });
    expect([await isKept(own), await isKept(other)]).toEqual([true, true]);
    await end(test.id, test.variants[1]!.id);
    const { campaign: kept } = await client.call(CampaignDocument, { id: campaign.id });
    expect(kept).toMatchObject({ formImageUrl: other, headline: 'Saved' });
    expect(kept.formFields.map(({ id }) => id)).toEqual(['fullName', 'phone', 'age']);
    expect([await isKept(own), await isKept(other)]).toEqual([false, true]);
    // The test still shows it, until the campaign is deleted.
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { formImageUrl: null } });
    expect(await isKept(other)).toBe(true);
    await client.call(DeleteCampaignDocument, { id: campaign.id });
    await eventually(async () => expect(await isKept(other)).toBe(false));
  });

  it('leave no image behind when their client is deleted', async () => {
    const { client, start } = await setUp();
    const { objectPath } = await upload(server, client.call, png(), { mimeType: 'image/png' });
    await start([{ formImageUrl: objectPath }]);
    await server.admin(DeleteClientDocument, { id: client.id });
    await eventually(async () =>
      expect([
        await sql('SELECT 1 FROM clients WHERE id = $1', client.id),
        await sql(`SELECT 1 FROM stored_objects WHERE path = $1 AND state = 'published'`, objectPath),
      ]).toEqual([[], []]),
    );
  });

  it('count a batch of views once, and batches of several servers at one time', async () => {
    const { campaign, start, load } = await setUp();
    const test = await start([{ headline: 'Two' }]);
    const [a, b] = test.variants.map(({ id }) => id);
    const group = (variantId: string | undefined) => ({
      ...{ campaignId: campaign.id, source: null, agesMs: [5, 6, 7] },
      ...(variantId && { variantId }),
    });
    const send = (bufferId: string, batch: number, variants: (string | undefined)[]) =>
      asSystem(() => recordViews(server.dataSource.manager, bufferId, batch, variants.map(group)));
    const first = randomUUID();
    expect(await send(first, 1, [a])).toBe(true);
    expect(await send(first, 1, [a])).toBe(false);
    expect(await viewed(test.id, load)).toEqual([3, 0]);
    const buffers = Array.from({ length: 8 }, () => randomUUID());
    await Promise.all(
      buffers.flatMap((buffer, nth) => send(buffer, 1, nth % 2 === 0 ? [a, undefined, b, a] : [b, a, undefined])),
    );
    expect(await viewed(test.id, load)).toEqual([3 + 4 * 6 + 4 * 3, 8 * 3]);
  });

  it('notify the accounts of their client once, by the batch that completes them', async () => {
    const { client, campaign, start, load } = await setUp();
    const test = await start([{ headline: 'Two' }]);
    await sql('UPDATE ab_test_variants SET views = $2 WHERE test_id = $1', test.id, test.viewsPerVariant - 8);
    const notified = async () =>
      (await client.call(NotificationsDocument, { clientId: client.id })).client.notifications.nodes.map(
        ({ kind, campaign: about }) => [kind, about?.name],
      );
    const view = (variantId: string) => ({ campaignId: campaign.id, variantId, source: null, agesMs: [1] });
    // Each batch has a view of one page only, and they come at one time.
    const [a, b] = test.variants.map(({ id }) => id) as [string, string];
    const send = (ids: string[]) =>
      Promise.all(ids.map((id) => asSystem(() => recordViews(server.dataSource.manager, randomUUID(), 1, [view(id)]))));
    await send([...Array<string>(8).fill(a), ...Array<string>(7).fill(b)]);
    expect((await load(test.id)).status).toBe('running');
    expect(await notified()).toEqual([]);
    await sql('UPDATE ab_test_variants SET views = views - 1 WHERE id = $1', a);
    await send([a, b, a, b]);
    expect((await load(test.id)).status).toBe('complete');
    expect(await notified()).toEqual([['ab_test', campaign.name]]);
  });

  it('count views and are edited at one time, and neither waits for the other', async () => {
    const { client, campaign, start, load } = await setUp();
    const test = await start([{ headline: 'Two' }, { headline: 'Three' }]);
    const views = test.variants.map(({ id }) => ({
      ...{ campaignId: campaign.id, variantId: id, source: null, agesMs: [1] },
    }));
    let [counted, isOver] = [0, false];
    const buffers = Array.from({ length: 3 }, async () => {
      const id = randomUUID();
      for (let batch = 1; !isOver; batch += 1) {
        await asSystem(() => recordViews(server.dataSource.manager, id, batch, views));
        counted += 1;
      }
    });
    for (let round = 0; round < 20; round += 1) {
      const formFields = [{ id: 'phone', type: 'tel' as const, label: `Phone ${round}` }];
      await client.call(UpdateCampaignDocument, { id: campaign.id, input: { formFields } });
    }
    isOver = true;
    await Promise.all(buffers);
    expect(await viewed(test.id, load)).toEqual([counted, counted, counted]);
  });

  it('are refused with the field that is wrong', async () => {
    const { client, campaign, start, end } = await setUp();
    const fieldsOf = (variants: StartAbTestInput['variants'], more: Partial<StartAbTestInput> = {}) =>
      start(variants, more).then(
        () => [],
        (error: ContractError) => Object.keys(error.fields ?? {}),
      );
    expect(await fieldsOf([])).toEqual(['variants']);
    expect(await fieldsOf(Array.from({ length: 4 }, (_, n) => ({ headline: `${n}` })))).toEqual(['variants']);
    expect(await fieldsOf([{ headline: 'Two' }, { headline: ' Own ', submitButtonText: '' }])).toEqual(['variants.1']);
    expect(await fieldsOf([{ headline: 'Two' }], { improvement: 4 })).toEqual(['improvement']);
    expect(await fieldsOf([{ hiddenFieldIds: [] }])).toEqual(['variants.0']);
    expect(await fieldsOf([{ hiddenFieldIds: ['fullName', 'phone', 'email'] }])).toEqual(['variants.0.hiddenFieldIds']);
    expect(await fieldsOf([{ hiddenFieldIds: ['secret'] }])).toEqual(['variants.0.hiddenFieldIds']);
    expect(await fieldsOf([{ headline: 'x' }, { formImageUrl: '/objects/none' }])).toEqual(['variants.1.formImageUrl']);
    expect(await fieldsOf([{ formImageUrl: 'http://x.example/a.png' }])).toEqual(['variants.0.formImageUrl']);
    const test = await start([{ headline: 'Two' }]);
    expect(await codeOf(start([{ headline: 'Two' }]))).toBe('CONFLICT');
    const stranger = await setUp();
    const foreign = await stranger.start([{ headline: 'Two' }]);
    expect(await codeOf(end(test.id, foreign.variants[0]!.id))).toBe('BAD_USER_INPUT');
    expect(await codeOf(stranger.client.call(AbTestDocument, { id: test.id }))).toBe('NOT_FOUND');
    await client.call(DeleteCampaignDocument, { id: campaign.id });
    expect(await codeOf(client.call(AbTestDocument, { id: test.id }))).toBe('NOT_FOUND');
  });

  it('are judged by their goal', async () => {
    const { client, start, load, submit } = await setUp();
    const test = await start([{ headline: 'Two' }], { goal: 'qualified_leads' });
    await sql('UPDATE ab_test_variants SET views = $2 WHERE test_id = $1', test.id, test.viewsPerVariant);
    const versions = await sql<{ version: string }>(
      'SELECT page_version AS version FROM ab_test_variants WHERE test_id = $1 ORDER BY position',
      test.id,
    );
    for (let n = 0; n < 14; n += 1) await submit(versions[0]!.version);
    expect((await load(test.id)).winnerId).toBeNull();
    for (let n = 0; n < 12; n += 1)
      await client.call(UpdateLeadDocument, { id: await submit(versions[1]!.version), input: { status: 'converted' } });
    expect((await load(test.id)).winnerId).toBe(test.variants[1]!.id);
  });

  it('of concurrent starts one wins', async () => {
    const { start } = await setUp();
    const starts = await Promise.all(Array.from({ length: 5 }, (_, n) => codeOf(start([{ headline: `${n}` }]))));
    expect(starts.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT', 'OK']);
  });

  it('pause while the client’s A/B testing is off', async () => {
    const { client, start, load, visit, changed } = await setUp();
    const test = await start([{ headline: 'Two' }]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { abTestingEnabled: false } });
    await changed();
    for (let n = 0; n < 10; n += 1) expect((await visit(`198.51.100.${n} Firefox`)).headline).toBe('Own');
    expect(await viewed(test.id, load)).toEqual([0, 0]);
    expect(await codeOf(start([{ headline: 'Two' }]))).toBe('FORBIDDEN');
  });

  it('are planned from the rate of the last days', async () => {
    const { client, campaign, submit } = await setUp();
    const plan = async (goal: 'leads' | 'qualified_leads', improvement: number) =>
      (await client.call(AbTestPlanDocument, { campaignId: campaign.id, goal, improvement })).campaign.abTestPlan;
    expect(await plan('leads', 50)).toMatchObject({ rate: 0.05, isMeasured: false, viewsPerDay: 0 });
    await sql('INSERT INTO views (campaign_id) SELECT $1 FROM generate_series(1, 300)', campaign.id);
    for (let n = 0; n < 30; n += 1) await submit(null);
    const measured = await plan('leads', 50);
    expect(measured).toMatchObject({ rate: 0.1, isMeasured: true, viewsPerDay: 300 });
    await sql(`UPDATE campaigns SET created_at = now() - interval '60 days' WHERE id = $1`, campaign.id);
    expect(await plan('leads', 50)).toMatchObject({ viewsPerDay: 10 });
    expect((await plan('leads', 20)).viewsPerVariant).toBeGreaterThan(5 * measured.viewsPerVariant);
    expect(await plan('qualified_leads', 50)).toMatchObject({ rate: 0, isMeasured: true });
    await sql('UPDATE leads SET status = $2 WHERE campaign_id = $1', campaign.id, 'qualified');
    expect((await plan('qualified_leads', 50)).rate).toBe(0.1);
    // Imported leads saw no page.
    await sql(
      `INSERT INTO lead_history (client_id, lead_id, kind, current, actor_name)
       SELECT client_id, id, 'import', 'fair.csv', 'Ann' FROM leads WHERE campaign_id = $1`,
      campaign.id,
    );
    expect((await plan('leads', 50)).rate).toBe(0);
  });
});
