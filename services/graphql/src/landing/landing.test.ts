import {
  CampaignDocument,
  ScanAnalyticsDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  RecordLandingViewDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const notFound = { code: 'NOT_FOUND', message: 'Campaign not found' };

describe('landing pages', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('a landing page shows public fields only, by handle or id', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, {
      headline: 'Hello',
      thankYouMessage: 'We will call you',
    });
    const publicIds = new Set<string>();
    for (const key of [client.handle, client.handle.toUpperCase(), client.id]) {
      const { recordLandingView } = await server.visitor(RecordLandingViewDocument, {
        client: key,
        slug: campaign.slug.toUpperCase(),
      });
      expect(recordLandingView).toMatchObject({
        headline: 'Hello',
        clientHandle: client.handle,
        businessName: client.businessName,
        postSubmissionType: 'message',
        redirectUrl: null,
        thankYouMessage: 'We will call you',
      });
      publicIds.add(recordLandingView.id);
      expect(recordLandingView.formFields).toHaveLength(3);
      const text = JSON.stringify(recordLandingView);
      for (const hidden of [
        client.id,
        campaign.id,
        client.contactEmail,
        client.notificationPhone,
        client.login.username,
      ])
        expect(text).not.toContain(hidden);
    }
    // The ID is always the same and opens nothing, also if the client has no login.
    expect(publicIds.size).toBe(1);
    await server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled: false } });
    const [id] = publicIds;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    await expect(server.visitor(CampaignDocument, { id: id! })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('each page load counts one view, a QR code counts a scan, and robots count nothing', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const visit = (source: string | null, headers: Record<string, string> = {}) =>
      server.visitor(
        RecordLandingViewDocument,
        { client: client.handle, slug: campaign.slug, source },
        { 'user-agent': 'Mozilla/5.0 (iPhone)', ...headers },
      );
    await visit(null);
    await visit('facebook');
    await visit('qr');
    await visit('qr', { 'user-agent': '' });
    await visit('qr', { 'x-forwarded-method': 'HEAD' });
    await visit('qr', { 'sec-purpose': 'prefetch;prerender' });
    await visit('qr', { purpose: 'prefetch' });
    for (const robot of ['Googlebot/2.1', 'facebookexternalhit/1.1', 'WhatsApp/2.23', 'Slackbot-LinkExpanding 1.0'])
      await visit('qr', { 'user-agent': robot });
    const { scanAnalytics } = (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
    expect(scanAnalytics).toEqual({
      totalScans: 2,
      totalViews: 4,
      bySource: [
        { source: 'qr', views: 2 },
        { source: 'direct', views: 1 },
        { source: 'facebook', views: 1 },
      ],
      byDay: [{ day, views: 4, scans: 2 }],
    });
  });

  it('scan analytics combine the sources beyond the first hundred, because anyone can invent sources', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await server.dataSource.query(
      `INSERT INTO views (campaign_id, source) SELECT $1, 'source ' || lpad(n::text, 3, '0') FROM generate_series(1, 150) n`,
      [campaign.id],
    );
    const { bySource, totalViews } = (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign
      .scanAnalytics;
    expect([totalViews, bySource.length, bySource[0]]).toEqual([150, 101, { source: 'others', views: 50 }]);
  });

  it('a previous slug leads to the campaign until another campaign takes it', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { slug: 'winter' });
    const views = async () =>
      (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign.scanAnalytics.totalViews;
    const visit = async (followsRedirects: boolean) =>
      (await server.visitor(RecordLandingViewDocument, { client: client.handle, slug: 'winter', followsRedirects }))
        .recordLandingView;
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'spring' } });
    expect((await visit(true)).slug).toBe('spring');
    expect(await views()).toBe(0);
    expect((await visit(false)).slug).toBe('spring');
    expect(await views()).toBe(1);
    const { submitLead } = await server.visitor(SubmitLeadDocument, {
      client: client.handle,
      slug: 'winter',
      formData: { fullName: 'Ann', phone: '4155552671' },
    });
    expect(submitLead.id).toBeDefined();
    await createCampaign(server, client.id, { slug: 'winter', headline: 'Another' });
    expect((await visit(false)).headline).toBe('Another');
  });

  it('an unknown or inactive campaign or client is not found', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const visit = (slug = campaign.slug) => server.visitor(RecordLandingViewDocument, { client: client.handle, slug });
    await expect(visit('nothing')).rejects.toMatchObject(notFound);
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { status: 'inactive' } });
    await expect(visit()).rejects.toMatchObject(notFound);
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { status: 'active' } });
    await expect(visit()).resolves.toBeDefined();
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    await expect(visit()).rejects.toMatchObject(notFound);
  });
});
